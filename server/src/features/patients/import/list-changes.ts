import type { ChangeKind, PatientChange } from '@health-console/contract/patients/findings.ts'
import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import type { Engine } from '../../../core/database/engine.ts'
import type { Db } from '../../../core/database/tables.ts'
import { bitOf } from '../compare/diff-tables.ts'
import { findPositions, needleOf } from '../table/find-positions.ts'
import { listRowsAt } from '../table/store.ts'
import type { ListedChange } from './preview-lists.ts'

type Connected = { db: Db; engine: Engine }

type Selection = { kind: ChangeKind; column?: PatientColumnKey | undefined; search?: string | undefined }

/** The new table, and the one that it is compared with. */
type Tables = { now: string | undefined; next: string }

/**
 * One page of the rows that are added, changed or removed. Changed rows are in the order of the first table. @param all
 * all rows of this kind
 */
export async function listChanges(
  connected: Connected,
  tables: Tables,
  all: readonly ListedChange[],
  selection: Selection,
  { offset, length }: { offset: number; length: number },
): Promise<{ rows: PatientChange[]; total: number }> {
  const { db } = connected
  const changes = await select(connected, tables, all, selection)
  const page = changes.slice(offset, offset + length)
  const [nowRows, nextRows] = await Promise.all([
    rowsByPosition(db, tables.now, page, 'now'),
    rowsByPosition(db, tables.next, page, 'next'),
  ])
  const rows = page.flatMap((change) => {
    const [now, next] = [nowRows.get(change.now) ?? null, nextRows.get(change.next) ?? null]
    const row = now ?? next
    return row ? [{ memberId: row.memberId, now, next }] : []
  })
  return { rows, total: changes.length }
}

async function select(
  connected: Connected,
  tables: Tables,
  all: readonly ListedChange[],
  { kind, column, search = '' }: Selection,
): Promise<readonly ListedChange[]> {
  const bit = column === undefined ? undefined : bitOf(column)
  const inColumn = bit === undefined ? all : all.filter(({ columns }) => (columns & bit) !== 0)
  if (needleOf(search) === '') return inColumn
  const side = kind === 'removed' ? 'now' : 'next'
  const tableId = tables[side]
  if (tableId === undefined) return []
  const found = new Set(await findPositions(connected, tableId, { search, order: 'asc' }))
  return inColumn.filter((change) => found.has(change[side]))
}

async function rowsByPosition(
  db: Db,
  tableId: string | undefined,
  page: readonly ListedChange[],
  side: 'now' | 'next',
) {
  const positions = page.map((change) => change[side]).filter((position) => position > 0)
  const rows = tableId === undefined ? [] : await listRowsAt(db, tableId, positions)
  return new Map(rows.map((row) => [row.position, row]))
}
