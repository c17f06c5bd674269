import { bodiesAsTheyAre } from '@health-console/contract/patient-units.ts'
import type { BodiesLeft } from '@health-console/contract/patient-findings.ts'
import { medianOf } from '../compare/column-statistics.ts'
import {
  type Body,
  contradictsBmi,
  contradictsKnown,
  type Explanation,
  explains,
  findBodies,
  isConfirmed,
  isImpossible,
  listExplanations,
} from './bodies.ts'
import { bmiOf, isPossible, isUsual, type Measures } from '../reading/words/body-limits.ts'
import type { Checked } from './finding.ts'

/** A row that is unusual or impossible as it is read. */
export type Doubt = {
  body: Body
  isUnusual: boolean
  isImpossible: boolean
  /**
   * Whether its BMI or the current table contradicts it, and not most rows, because what most rows contradict may be
   * wrong itself. A row that is usual may be right although the current table has another value.
   */
  isRefuted: boolean
}

/** An answer to the question: an explanation for all rows, or for these rows; without one, everything is correct. */
export type Choice = { explanation: Explanation | undefined; rows: Body[] | 'all'; leaves: BodiesLeft }

export type Judgement = {
  bodies: Body[]
  explanations: Explanation[]
  doubts: Doubt[]
  /** The answers to the question; empty if nothing is asked. */
  choices: Choice[]
  /** Explanations of a few rows, which are certain. */
  repairs: { explanation: Explanation; rows: Body[] }[]
}

const fewRows = 3
const enoughRows = 5
const mostExplanations = 3

/**
 * Judges height and weight row by row. Many unusual rows raise a question; only impossible rows that one explanation
 * covers can be repaired without one.
 */
export function judgeBodies(checked: Checked): Judgement {
  const explanations = listExplanations(checked)
  const bodies = findBodies(checked, explanations)
  const isBmiRight = isMostlyRight(bodies, ({ bmi }) => bmi !== undefined, contradictsBmi)
  const isTableRight = isMostlyRight(bodies, ({ known }) => known !== undefined, contradictsKnown)
  const doubts = bodies.flatMap((body): Doubt[] => {
    const [isUnusual, impossible] = [!isUsual(body), isImpossible(body)]
    if (!isUnusual && !impossible) return []
    const isRefuted = (isBmiRight && contradictsBmi(body)) || (isTableRight && isUnusual && contradictsKnown(body))
    return [{ body, isUnusual, isImpossible: impossible, isRefuted }]
  })
  const judged = { bodies, explanations, doubts }
  // After an answer, some rows are no longer in the units of their columns.
  const isExplained = checked.bodies !== undefined && checked.bodies !== bodiesAsTheyAre
  if (doubts.length === 0 || isExplained) return { ...judged, choices: [], repairs: [] }
  const choices = listChoices(judged)
  return { ...judged, choices, repairs: choices.length > 0 ? [] : findRepairs(judged, checked) }
}

/** The rows that an answer interprets otherwise; none if it is not offered. */
export function rowsOfAnswer(checked: Checked): Body[] {
  const { choices, repairs } = judgeBodies({ ...checked, bodies: undefined })
  const offered = [...choices, ...repairs].flatMap(({ explanation, rows }) =>
    explanation?.name === checked.bodies && rows !== 'all' ? [rows] : [],
  )
  return offered[0] ?? []
}

type Judged = Pick<Judgement, 'bodies' | 'explanations' | 'doubts'>

/** The answers with what each leaves; none if no explanation fits enough rows or all leave more unusual rows. */
function listChoices(judged: Judged): Choice[] {
  const { bodies, explanations, doubts } = judged
  const asItIs = leftBy(judged, (body) => body)
  const usualButRefuted = countOf(doubts, ({ isUnusual, isRefuted }) => !isUnusual && isRefuted)
  const isEnough = (count: number, among: number) =>
    count * 3 > bodies.length || (count >= enoughRows && count * 2 > among)
  const fitting = explanations.flatMap((explanation): { explanation: Explanation; choices: Choice[] }[] => {
    const [unusual, refuted]: [Body[], Body[]] = [[], []]
    let [madeUsual, explained] = [0, 0]
    for (const { body, isUnusual, isRefuted } of doubts) {
      const measures = explanation.read(body)
      if (!isUsual(measures)) continue
      if (isUnusual) madeUsual += 1
      if (isConfirmed(body, measures)) explained += 1
      if (!isUnusual && isRefuted && !contradictsBmi(body, measures)) refuted.push(body)
      if (isUnusual && (contradictsBmi(body) || !contradictsBmi(body, measures))) unusual.push(body)
    }
    // Their BMIs may be wrong if the explanation fits only some of them.
    const fitting = refuted.length * 2 > usualButRefuted ? [...unusual, ...refuted] : unusual
    const rows = fitting.toSorted((a, b) => a.position - b.position)
    if (!isEnough(madeUsual, asItIs.unusual) && !isEnough(explained, doubts.length)) return []
    const choices = [forAll(judged, explanation), forThese(judged, explanation, rows)].flatMap((choice) =>
      choice && choice.leaves.unusual <= asItIs.unusual ? [choice] : [],
    )
    return choices.length > 0 ? [{ explanation, choices }] : []
  })
  const bestOf = (choices: readonly Choice[]) =>
    Math.min(...choices.map(({ leaves }) => leaves.unusual + leaves.impossible))
  // One that changes more has to leave less.
  const informative = fitting.filter(({ explanation, choices }) =>
    fitting.every(
      (other) => other.explanation.changes >= explanation.changes || bestOf(other.choices) > bestOf(choices),
    ),
  )
  const listed = informative.toSorted((a, b) => bestOf(a.choices) - bestOf(b.choices)).slice(0, mostExplanations)
  if (listed.length === 0) return []
  return [{ explanation: undefined, rows: 'all', leaves: asItIs }, ...listed.flatMap(({ choices }) => choices)]
}

const forAll = (judged: Judged, explanation: Explanation): Choice => ({
  explanation,
  rows: 'all',
  leaves: leftBy(judged, explanation.read),
})

/** Undefined if the rows that are usual as they are would be usual as well. */
function forThese(judged: Judged, explanation: Explanation, rows: Body[]): Choice | undefined {
  const doubted = new Set(judged.doubts.map(({ body }) => body))
  const fine = judged.bodies.filter((body) => !doubted.has(body))
  if (rows.length === 0 || !areMostlyUnusual(fine, explanation)) return undefined
  const covered = new Set(rows)
  return {
    explanation,
    rows,
    leaves: leftBy(judged, (body) => (covered.has(body) ? explanation.read(body) : body)),
  }
}

const areMostlyUnusual = (bodies: readonly Body[], { read }: Explanation) =>
  bodies.length > 0 && countOf(bodies, (body) => isUsual(read(body))) * 2 < bodies.length

function leftBy({ bodies }: Judged, read: (body: Body) => Measures): BodiesLeft {
  const bmis = new Float64Array(bodies.length)
  const left = { rows: bodies.length, unusual: 0, impossible: 0 }
  for (const [at, body] of bodies.entries()) {
    const measures = read(body)
    bmis[at] = bmiOf(measures)
    if (!isUsual(measures)) left.unusual += 1
    if (isImpossible(body, measures)) left.impossible += 1
  }
  return { ...left, medianBmi: medianOf(bmis.sort()) ?? 0 }
}

/**
 * The explanations of impossible rows that are certain: no other explains half of these rows with as few changes or
 * explains more of them, and they make most other rows unusual. Usual rows that only contradict a BMI or the current
 * table may be right.
 */
function findRepairs(judged: Judged, { statesUnit }: Checked): Judgement['repairs'] {
  const covering = judged.explanations.map((explanation): Covering => {
    // If the file states the units, a row has to contradict them itself.
    const isStated = explanation.columns.some(statesUnit)
    const covers = ({ body, isRefuted }: Doubt) =>
      (isRefuted || (!isStated && !isPossible(body))) && explains(explanation, body)
    return { explanation, covered: new Set(judged.doubts.filter(covers)) }
  })
  return covering.flatMap((candidate): Judgement['repairs'] => {
    const { explanation, covered } = candidate
    const rows = [...covered].map(({ body }) => body)
    const unusual = countOf(covered, ({ isUnusual }) => isUnusual)
    if (rows.length < fewRows || unusual * 2 <= rows.length) return []
    const these = new Set(rows)
    const others = judged.bodies.filter((body) => !these.has(body))
    if (!areMostlyUnusual(others, explanation)) return []
    const isRivalled = covering.some((other) => other !== candidate && rivals(other, candidate))
    return isRivalled ? [] : [{ explanation, rows }]
  })
}

type Covering = { explanation: Explanation; covered: ReadonlySet<Doubt> }

function rivals(other: Covering, { explanation, covered }: Covering): boolean {
  if (other.explanation.changes > explanation.changes) return other.covered.size > covered.size
  return countOf(other.covered, (doubt) => covered.has(doubt)) * 2 >= covered.size
}

/** Whether fewer than half of the rows that have a BMI, or are in the current table, contradict it. */
function isMostlyRight(
  bodies: readonly Body[],
  has: (body: Body) => boolean,
  contradicts: (body: Body) => boolean,
): boolean {
  return countOf(bodies, contradicts) * 2 < countOf(bodies, has)
}

function countOf<Row>(rows: Iterable<Row>, counts: (row: Row) => boolean): number {
  let count = 0
  for (const row of rows) if (counts(row)) count += 1
  return count
}
