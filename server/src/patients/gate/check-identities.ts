import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { bitOf, columnKeys, indexOf, type TableDiff } from '../compare/diff-tables.ts'
import { isSameValue } from '../compare/same-value.ts'
import type { PatientRow } from '../reading/read-patients.ts'
import { changedIn, type Checked, countRows, describeValue, type Finding, labelOf } from './finding.ts'

const fewRows = 3
const someShare = 0.01
/** More than ordinary corrections change in one column. */
const manyShare = 0.08
/** The share of the new values of a column that others had before. */
const nearlyAll = 0.9

/** Rows that belong to other IDs than before. */
export function checkRenumbered({ diff }: Checked): Finding[] {
  const { now, next, changed, added, removed } = diff
  if (now.length === 0) return []
  const before = new PatientsByMeasures([...changed.map((row) => row.now), ...pick(now, removed)])
  const moved: { position: number; was: string }[] = []
  const candidates = [...changed.map(({ nextPosition }) => nextPosition), ...added]
  for (const position of candidates) {
    const row = next[position - 1]
    const same = row && before.find(row)
    if (same && same[0] !== row[0]) moved.push({ position, was: String(same[0]) })
  }
  if (moved.length < fewRows || moved.length < now.length * someShare) return []
  return [
    {
      kind: 'ids_renumbered',
      columns: ['memberId'],
      title: `${countRows(moved.length)} belong${moved.length === 1 ? 's' : ''} to other member IDs than before`,
      detail: 'their values are those of other patients of the table. IDs were renumbered, or rows moved beside them.',
      rows: moved.length,
      needsReason: false,
      needsConfirmation: true,
      repair: null,
      rowsBehind: () =>
        moved.map(({ position, was }) => ({ position, column: 'memberId', reason: `The same values had ${was}` })),
    },
  ]
}

/** New rows with the values of others in the file, under other IDs. */
export function checkDoubled({ diff }: Checked): Finding[] {
  if (diff.now.length === 0) return []
  const added = new Set(diff.added)
  const others = new PatientsByMeasures(diff.next.filter((_, at) => !added.has(at + 1)))
  const doubled = diff.added.flatMap((position) => {
    const row = diff.next[position - 1]
    const same = row && others.find(row)
    return same ? [{ position, of: String(same[0]) }] : []
  })
  if (doubled.length < fewRows || doubled.length < diff.added.length * someShare) return []
  return [
    {
      kind: 'other',
      columns: ['memberId'],
      title: `${countRows(doubled.length)} of the new ones repeat other rows`,
      detail: 'they have the same values under another member ID.',
      rows: doubled.length,
      needsReason: false,
      needsConfirmation: true,
      repair: null,
      rowsBehind: () =>
        doubled.map(({ position, of }) => ({ position, column: 'memberId', reason: `The same values as ${of}` })),
    },
  ]
}

/** Columns with nearly the same values as before, which are those of other patients now: shifted or sorted alone. */
export function checkShifted(checked: Checked): Finding[] {
  const { diff } = checked
  const known = diff.changed.length + diff.unchanged
  return columnKeys.slice(1).flatMap((key): Finding[] => {
    const { rows, returning } = countReturning(diff, key)
    if (rows < fewRows || rows < known * manyShare || returning < rows * nearlyAll) return []
    return [
      {
        kind: 'other',
        columns: [key],
        title: `${labelOf(key)} fits other patients than before`,
        detail: `nearly the same values are there, but in ${countRows(rows)} beside another patient. The column was shifted, or sorted alone.`,
        rows,
        needsReason: false,
        needsConfirmation: true,
        repair: null,
        rowsBehind: () => changedIn(checked, key, bitOf(key), (was) => `Was ${describeValue(was)}`),
      },
    ]
  })
}

/** In how many rows a column changes, and how many of the new values are old ones of other rows. */
function countReturning({ changed }: TableDiff, key: PatientColumnKey) {
  const [index, bit] = [indexOf(key), bitOf(key)]
  const rows = changed.filter(({ columns }) => (columns & bit) !== 0)
  const left = new Map<unknown, number>()
  for (const { now } of rows) left.set(now[index], (left.get(now[index]) ?? 0) + 1)
  let returning = 0
  for (const { next } of rows) {
    const count = left.get(next[index]) ?? 0
    if (count === 0) continue
    left.set(next[index], count - 1)
    returning += 1
  }
  return { rows: rows.length, returning }
}

const measures = (['age', 'height', 'weight', 'systolicBloodPressure', 'diastolicBloodPressure'] as const).map(indexOf)
const enoughMeasures = 4
const ids = 2

/** Finds a patient by everything but the IDs. Rows with few measures are like many others and are not found. */
class PatientsByMeasures {
  readonly #rows = new Map<number, PatientRow>()

  constructor(rows: readonly PatientRow[]) {
    for (const row of rows) {
      const key = keyOf(row)
      if (key !== undefined) this.#rows.set(key, row)
    }
  }

  find(row: PatientRow): PatientRow | undefined {
    const key = keyOf(row)
    const same = key === undefined ? undefined : this.#rows.get(key)
    return same?.slice(ids).every((value, at) => isSameValue(value, row[at + ids] ?? null)) ? same : undefined
  }
}

function keyOf(row: PatientRow): number | undefined {
  let key = 0
  let found = 0
  for (const index of measures) {
    const value = row[index]
    if (typeof value === 'number') found += 1
    key = key * 1009 + (typeof value === 'number' ? value : 1008)
  }
  return found < enoughMeasures ? undefined : key
}

const pick = (rows: readonly PatientRow[], positions: readonly number[]) =>
  positions.map((position) => rows[position - 1]).filter((row) => row !== undefined)
