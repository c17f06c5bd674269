import { type PatientColumnKey, pressures } from '@health-console/contract/patients/patients.ts'
import { indexOf } from '../compare/diff-tables.ts'
import type { PatientRow } from '../reading/read-rows.ts'
import {
  asksForReason,
  type Checked,
  countRows,
  describeValue,
  exchange,
  type Finding,
  formatCount,
  listedOnly,
} from './finding.ts'

const [systolic, diastolic] = [indexOf('systolicBloodPressure'), indexOf('diastolicBloodPressure')]
const fewRows = 3

/**
 * Checks for systolic below diastolic in most rows, and one of the two without the other. A few such rows are only
 * warnings.
 */
export function checkPressures(checked: Checked): Finding[] {
  const upsideDown: number[] = []
  let both = 0
  const { next } = checked.diff
  for (let at = 0; at < next.length; at += 1) {
    const upper = next[at]?.[systolic]
    const lower = next[at]?.[diastolic]
    if (typeof upper !== 'number' || typeof lower !== 'number') continue
    both += 1
    if (upper <= lower) upsideDown.push(at + 1)
  }
  if (both === 0) return findLone(checked)
  const isSwapped = upsideDown.length >= fewRows && upsideDown.length * 2 >= both
  return isSwapped ? [describeSwapped(checked, upsideDown, both)] : []
}

function describeSwapped(checked: Checked, positions: readonly number[], both: number): Finding {
  return {
    kind: 'swapped',
    columns: [...pressures],
    title: 'Systolic and diastolic look swapped',
    detail: `systolic isn’t above diastolic in ${formatCount(positions.length)} of ${countRows(both)}.`,
    rows: positions.length,
    ...asksForReason,
    // Swapping whole columns would turn the other rows upside down.
    repairs: positions.length === both ? exchange(checked, pressures) : [],
    rowsBehind: () =>
      positions.map((position) => ({
        position,
        column: pressures[0],
        reason: `Not above the diastolic value, ${describeValue(pressures[1], checked.diff.next[position - 1]?.[diastolic])}`,
      })),
  }
}

/** The whole table has only one of the two. */
function findLone({ diff, numbersOf }: Checked): Finding[] {
  const lone = pressures.find((key) => numbersOf(key).next.length > 0)
  if (!lone) return []
  const [present, missing] = lone === pressures[0] ? ['systolic', 'diastolic'] : ['diastolic', 'systolic']
  return [
    {
      kind: 'without_partner',
      columns: [...pressures],
      title: `Only ${present} has values`,
      detail: `no row of the file has a ${missing} value.`,
      rows: numbersOf(lone).next.length,
      ...listedOnly,
      rowsBehind: () => rowsWith(diff.next, lone, `Without a ${missing} value`),
    },
  ]
}

function* rowsWith(rows: readonly PatientRow[], column: PatientColumnKey, reason: string) {
  const index = indexOf(column)
  for (const [at, row] of rows.entries()) if (row[index] !== null) yield { position: at + 1, column, reason }
}
