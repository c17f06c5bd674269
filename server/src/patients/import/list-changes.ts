import type { ChangeKind, PatientChange } from '@health-console/contract/patient-findings.ts'
import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { foldText } from '@health-console/contract/text.ts'
import type { Db } from '../../database/tables.ts'
import { bitOf } from '../compare/diff-tables.ts'
import { listRowsAt } from '../table/store.ts'
import { readSearchedIds } from '../table/table-indexes.ts'
import type { ListedChange } from '../compare/compare-stored.ts'

type Selection = { kind: ChangeKind; column?: PatientColumnKey | undefined; search?: string | undefined }

/** The new table, and the one that it is compared with. */
type Tables = { now: string | undefined; next: string }

/** One page of the rows that are added, changed or removed. Changed rows are in the order of the first table. @param all of this kind */
export async function listChanges(
  db: Db,
  tables: Tables,
  all: readonly ListedChange[],
  selection: Selection,
  { offset, length }: { offset: number; length: number },
): Promise<{ rows: PatientChange[]; total: number }> {
  const changes = await select(db, tables, all, selection)
  const page = changes.slice(offset, offset + length)
  const [now, next] = await Promise.all([
    rowsById(db, tables.now, page, 'now'),
    rowsById(db, tables.next, page, 'next'),
  ])
  const ids = [...(selection.kind === 'added' ? next : now).keys()]
  const rows = ids.map((memberId) => ({
    memberId,
    now: now.get(memberId) ?? null,
    next: next.get(memberId) ?? null,
  }))
  return { rows, total: changes.length }
}

async function select(
  db: Db,
  tables: Tables,
  all: readonly ListedChange[],
  { kind, column, search = '' }: Selection,
): Promise<readonly ListedChange[]> {
  const bit = column === undefined ? undefined : bitOf(column)
  const inColumn = bit === undefined ? all : all.filter(({ columns }) => (columns & bit) !== 0)
  const needle = foldText(search.trim())
  if (needle === '') return inColumn
  const side = kind === 'removed' ? 'now' : 'next'
  const tableId = tables[side]
  const ids = tableId === undefined ? [] : await readSearchedIds(db, tableId)
  return inColumn.filter((change) => ids[change[side] - 1]?.includes(needle))
}

async function rowsById(db: Db, tableId: string | undefined, page: readonly ListedChange[], side: 'now' | 'next') {
  const positions = page.map((change) => change[side]).filter((position) => position > 0)
  const rows = tableId === undefined ? [] : await listRowsAt(db, tableId, positions)
  return new Map(rows.map((row) => [row.memberId, row]))
}
