import { ForeignId } from '@health-console/contract/text.ts'
import * as z from 'zod/mini'
import { keepErased, readErased } from '../audit/proof-files.ts'
import type { AuditLog } from '../audit/store.ts'
import { byOperator } from '../audit/entry.ts'
import type { Context } from '../context.ts'
import { listErasures, noteErasure } from './store.ts'

const ErasedLine = z.strictObject({ userId: ForeignId, erasedAt: z.iso.datetime() })
type ErasedLine = z.infer<typeof ErasedLine>

const toLine = ({ userId, erasedAtMs }: { userId: string; erasedAtMs: number }) =>
  JSON.stringify({ userId, erasedAt: new Date(erasedAtMs).toISOString() } satisfies ErasedLine)

/** Every erasure, one JSON object a line, oldest first. */
export async function erasedLines({ db }: Pick<Context, 'db'>): Promise<string[]> {
  return (await listErasures(db)).map(toLine)
}

/** Adds the erasures that are missing to the list beside the checkpoints, which a restore of an older backup needs. */
export async function keepErasedList(context: Pick<Context, 'db' | 'config'>): Promise<void> {
  const lines = await erasedLines(context)
  if (lines.length === 0) return
  const listed = new Set((await readErased(context.config)).split('\n'))
  const missing = lines.filter((line) => !listed.has(line))
  if (missing.length > 0) await keepErased(context.config, `${missing.join('\n')}\n`)
}

/** What a list of erased users says. @throws Error naming the line that is wrong */
export function parseErasedList(text: string): ErasedLine[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const parsed = ErasedLine.safeParse(readJson(line))
    if (parsed.success) return [parsed.data]
    throw new Error(`Line ${index + 1} of the list of erased users is not {"userId", "erasedAt"}.`)
  })
}

/** Erases the users of a list once more, in a restored database. @returns how many of them had come back */
export async function applyErasedList(
  { db, audit }: Pick<Context, 'db'> & { audit: AuditLog },
  list: readonly ErasedLine[],
): Promise<number> {
  let found = 0
  for (const { userId, erasedAt } of list) {
    await db.transaction().execute(async (transaction) => {
      const { numDeletedRows } = await transaction.deleteFrom('endUsers').where('id', '=', userId).executeTakeFirst()
      const reason = 'Erased before the restore of a backup'
      await noteErasure(transaction, { userId, erasedAtMs: Date.parse(erasedAt), reason, adminId: null })
      await audit.append(transaction, [{ ...byOperator, action: 'user.erase', subjects: [`user:${userId}`] }])
      found += Number(numDeletedRows)
    })
  }
  return found
}

function readJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
