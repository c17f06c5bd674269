import { bodiesAsTheyAre, bodyReadings } from '@health-console/contract/patients/units.ts'
import { describeLeft } from '@health-console/contract/patients/findings.ts'
import {
  type Body,
  bodyKeys,
  type BodyKey,
  contradictsBmi,
  contradictsKnown,
  type Explanation,
  explains,
} from './bodies.ts'
import { isPossible } from '../reading/words/body-limits.ts'
import {
  asksForConfirmation,
  asksForReason,
  type Checked,
  countRows,
  describeValue,
  exchange,
  type Finding,
  formatCount,
  labelOf,
  listedOnly,
  listUnits,
  readAs,
} from './finding.ts'
import { type Choice, judgeBodies, type Judgement, mostChanges } from './judge-bodies.ts'
import { nameOfUnit } from './unit-names.ts'

/** How many explanations of impossible rows a sentence lists. */
const mostFits = 3

/** Checks height and weight, and a BMI that does not match them: one question, or the rows that can't be right. */
export function checkBody(checked: Checked): Finding[] {
  const judgement = judgeBodies(checked)
  if (judgement.choices.length > 0) return [describeQuestion(checked, judgement)]
  const impossible = judgement.doubts.filter(({ isImpossible }) => isImpossible)
  const answered = checked.explained.length > 0 ? [describeAnswered(checked)] : []
  return impossible.length > 0 ? [...answered, describeRows(judgement, impossible)] : answered
}

/** The rows that an answer interprets otherwise, and the way back. */
function describeAnswered({ bodies, explained }: Checked): Finding {
  const reading = bodyReadings.find(({ name }) => name === bodies)
  const inUnits = `${reading?.height.unit} and ${reading?.weight.unit}`
  return {
    kind: reading?.isSwapped ? 'swapped' : 'unit',
    columns: [...bodyKeys],
    title: `Height and weight are ${reading?.isSwapped ? 'swapped and ' : ''}read as ${inUnits} in ${countRows(explained.length)}`,
    detail: 'the other rows are read as before.',
    rows: explained.length,
    ...listedOnly,
    repairs: [keepAsItIs],
    rowsBehind: () => explained.map((position) => ({ position, column: 'height', reason: `Read as ${inUnits}` })),
  }
}

function describeQuestion(checked: Checked, { choices, doubts, explanations }: Judgement): Finding {
  const meant = [...new Set(choices.flatMap(({ explanation }) => explanation ?? []))]
  const columns = bodyKeys.filter((key) => meant.some((each) => each.columns.includes(key)))
  const rowsOf = (explanation: Explanation) => {
    const these = choices.filter((choice) => choice.explanation === explanation).map(({ rows }) => rows)
    return these.includes('all') ? 'all' : these[0]
  }
  const repairs = choices.flatMap((choice) => answersOf(checked, choice))
  return {
    kind: meant[0]?.isSwapped ? 'swapped' : 'unit',
    columns,
    title: meant.map((each) => describeLooks(each, rowsOf(each))).join(', or: '),
    detail: repairs.map(({ label, leaves }) => `${label}: ${describeLeft(leaves)}`).join('. ') + '.',
    rows: doubts.length,
    ...(checked.bodies === bodiesAsTheyAre ? asksForConfirmation : asksForReason),
    repairs,
    rowsBehind: () => describeDoubts(doubts, explanations),
  }
}

function describeRows({ bodies, explanations, repairs }: Judgement, impossible: readonly Body[]): Finding {
  const isBmi = impossible.every((body) => isPossible(body) && contradictsBmi(body))
  const title = isBmi ? 'BMI doesn’t match height and weight in' : 'Height and weight can’t both be right in'
  const checkable = isBmi ? bodies.filter((body) => body.bmi !== undefined) : bodies
  const compared = isBmi ? 'have all three values; these differ by more than 10 %' : 'have both values'
  const fitting = new Map<Explanation, number>()
  for (const body of impossible) {
    for (const each of simplest(body, explanations)) fitting.set(each, (fitting.get(each) ?? 0) + 1)
  }
  const fits = [...fitting]
    .toSorted(([, a], [, b]) => b - a)
    .map(([each, rows]) => `${formatCount(rows)} would fit ${describeReading(each)}`)
  return {
    kind: 'bmi',
    columns: isBmi ? ['bmi', 'weight', 'height'] : ['height', 'weight'],
    title: `${title} ${countRows(impossible.length)}`,
    detail: [`${countRows(checkable.length)} ${compared}`, ...fits.slice(0, mostFits)].join('. ') + '.',
    rows: impossible.length,
    ...(impossible.length * 2 > bodies.length ? asksForConfirmation : listedOnly),
    repairs: repairs.map(({ explanation, rows }) => readRowsAs(explanation, rows)),
    rowsBehind: () => describeDoubts(impossible, explanations),
  }
}

function describeLooks({ isSwapped, units }: Explanation, rows: Choice['rows'] | undefined): string {
  const inUnits = units.map(({ key, unit }) => `${labelOf(key)} seems to be in ${nameOfUnit(unit)}`)
  const looks = [...(isSwapped ? ['Height and weight look swapped'] : []), ...inUnits].join(', ')
  return rows === undefined || rows === 'all' ? looks : `${looks} in ${countRows(rows.length)}`
}

function describeReading({ isSwapped, units }: Explanation): string {
  const named = listUnits(units)
  if (!isSwapped) return `if read as ${named}`
  return named === '' ? 'if swapped' : `if swapped and read as ${named}`
}

const keepAsItIs = { label: 'Keep as it is', answers: { bodies: bodiesAsTheyAre } }

function readRowsAs({ name, isSwapped, units }: Explanation, rows: readonly Body[]) {
  const these = `${rows.length === 1 ? 'this' : 'these'} ${countRows(rows.length)}`
  const named = listUnits(units)
  const swap = named === '' ? `Swap ${these}` : `Swap ${these}, read as ${named}`
  return { label: isSwapped ? swap : `Read ${these} as ${named}`, answers: { bodies: name } }
}

type Answer = Finding['repairs'][number] & Pick<Choice, 'leaves'>

function answersOf(checked: Checked, { explanation, rows, leaves }: Choice): Answer[] {
  if (explanation === undefined) return [{ ...keepAsItIs, leaves }]
  if (rows !== 'all') return [{ ...readRowsAs(explanation, rows), leaves }]
  const { isSwapped, units } = explanation
  const repairs = isSwapped ? exchange(checked, bodyKeys, units) : readAs(checked, units)
  return repairs.map((repair) => ({ ...repair, leaves }))
}

function* describeDoubts(doubts: readonly Body[], explanations: readonly Explanation[]) {
  for (const body of doubts) {
    const simple = simplest(body, explanations)
    const column = simple[0]?.columns[0] ?? doubtedColumn(body)
    const fits = simple.length === 0 ? '' : `. Fits ${simple.map(describeReading).join(', or ')}`
    yield { position: body.position, column, reason: `${describeDoubt(body)}${fits}` }
  }
}

/** The explanations of a row with the fewest changes. */
function simplest(body: Body, explanations: readonly Explanation[]): Explanation[] {
  const fitting = explanations.filter((each) => each.changes <= mostChanges && explains(each, body))
  return fitting.filter(({ changes }) => changes === fitting[0]?.changes)
}

/** The column that is probably wrong. */
function doubtedColumn(body: Body): BodyKey | 'bmi' {
  if (isPossible(body) && contradictsBmi(body)) return 'bmi'
  return isPossible({ ...body, weight: 22 * (body.height / 100) ** 2 }) ? 'weight' : 'height'
}

const bothIn = (height: number, weight: number) =>
  `${describeValue('height', height)} cm and ${describeValue('weight', weight)} kg`

function describeDoubt(body: Body): string {
  const both = bothIn(body.height, body.weight)
  if (contradictsKnown(body)) {
    const [height, weight] = body.known ?? [0, 0]
    return `Was ${bothIn(height, weight)}, is now ${both}`
  }
  if (contradictsBmi(body)) return `${both} don’t match BMI ${describeValue('bmi', body.bmi)}`
  return body.isImpossible ? `${both} can’t both be right` : `${both} are unusual together`
}
