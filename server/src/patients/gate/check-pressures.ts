import { indexOf } from '../compare/diff-tables.ts'
import { type Checked, countRows, exchange, type Finding, inWords, numbersIn } from './finding.ts'

const columns = ['systolicBloodPressure', 'diastolicBloodPressure'] as const
const indexes = columns.map(indexOf)
const fewRows = 3

/** Systolic not above diastolic, and one of the two without the other. */
export function checkPressures(checked: Checked): Finding[] {
  const { next } = checked.diff
  const upsideDown: number[] = []
  let both = 0
  for (const [at, row] of next.entries()) {
    const numbers = numbersIn(row, indexes)
    if (!numbers) continue
    const [upper = 0, lower = 0] = numbers
    both += 1
    if (upper <= lower) upsideDown.push(at + 1)
  }
  const findings = upsideDown.length === 0 ? [] : [describe(checked, upsideDown, both)]
  return both === 0 ? [...findings, ...withoutPartner(checked)] : findings
}

function describe(checked: Checked, positions: readonly number[], both: number): Finding {
  const isSwapped = positions.length >= fewRows && positions.length * 2 >= both
  return {
    kind: isSwapped ? 'swapped' : 'pressures',
    columns: [...columns],
    title: isSwapped
      ? 'Systolic and diastolic look swapped'
      : `Systolic is not above diastolic in ${countRows(positions.length)}`,
    detail: isSwapped
      ? `systolic is not above diastolic in ${inWords.format(positions.length)} of ${countRows(both)}.`
      : `of ${inWords.format(both)} that have both.`,
    rows: positions.length,
    needsReason: isSwapped,
    needsConfirmation: false,
    repair: isSwapped ? exchange(checked, ...columns) : null,
    rowsBehind: () =>
      positions.map((position) => ({
        position,
        column: columns[0],
        reason: `Not above the diastolic value, ${checked.diff.next[position - 1]?.[indexes[1] ?? 0]}`,
      })),
  }
}

/** The whole table has one of the two only. */
function withoutPartner({ numbersOf }: Checked): Finding[] {
  const counts = columns.map((key) => numbersOf(key).next.length)
  const column = columns.find((_, at) => (counts[at] ?? 0) > 0)
  if (!column) return []
  const isSystolic = column === 'systolicBloodPressure'
  return [
    {
      kind: 'without_partner',
      columns: [...columns],
      title: isSystolic ? 'Systolic comes without diastolic' : 'Diastolic comes without systolic',
      detail: `no row of the file has a ${isSystolic ? 'diastolic' : 'systolic'} value.`,
      rows: Math.max(...counts),
      needsReason: false,
      needsConfirmation: false,
      repair: null,
      rowsBehind: () => [],
    },
  ]
}
