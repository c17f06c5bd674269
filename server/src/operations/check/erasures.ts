import type { Config } from '../../core/config.ts'
import type { Database } from '../../core/database/open.ts'
import { listTables } from '../../core/database/upgrade/restore-place.ts'
import { listUnfinishedErasures } from '../../features/erasures/erasing/store.ts'
import { withDatabase } from './database.ts'
import { warning, type Result } from './finding.ts'

/** A shorter wait is usual, for example during a backup. */
const longMs = 24 * 3_600_000

/** Reports erasures that are still not finished after a day, and what they wait for. */
export async function lookAtErasures(config: Config): Promise<Result[]> {
  // A database that cannot be read is reported by another check.
  const found = await withDatabase(config, (database) => look(database)).catch(() => undefined)
  return found ?? []
}

async function look({ db, engine }: Database): Promise<Result[]> {
  if (!(await listTables({ db })).includes('erasures')) return []
  const late = (await listUnfinishedErasures(db)).filter(({ erasedAtMs }) => erasedAtMs < Date.now() - longMs)
  const oldest = Math.min(...late.map(({ erasedAtMs }) => erasedAtMs))
  if (late.length === 0) return []
  const readers = (await engine.describeOlderReaders?.(db, oldest)) ?? []
  const text = `${late.length === 1 ? 'an erasure is' : `${late.length} erasures are`} not finished since ${new Date(oldest).toISOString()}`
  const cause =
    readers.length > 0
      ? `End what may still read the erased rows: ${readers.join('; ')}`
      : 'If the server runs, see "Deleted rows on disk" in docs/operations/backup.md'
  return [warning(`${text}. ${cause}`)]
}
