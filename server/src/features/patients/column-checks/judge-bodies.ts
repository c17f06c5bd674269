import type { BodiesLeft } from '@health-console/contract/patients/findings.ts'
import { medianOf } from '../compare/column-statistics.ts'
import {
  type Body,
  contradictsBmi,
  contradictsKnown,
  type Explanation,
  explains,
  findBodies,
  isImpossibleAs,
  listExplanations,
} from './bodies.ts'
import { bmiOf, isPossible, isUsual, type Measures } from '../reading/words/body-limits.ts'
import { type Checked, countOf } from './finding.ts'

/** An answer to the question: an explanation for all rows, or for these rows; without one, everything is correct. */
export type Choice = { explanation: Explanation | undefined; rows: Body[] | 'all'; leaves: BodiesLeft }

export type Judgement = {
  bodies: Body[]
  explanations: Explanation[]
  /** The rows that are unusual or impossible as they are read. */
  doubts: Body[]
  /** The answers to the question; empty if nothing is asked. */
  choices: Choice[]
  /** Explanations of a few rows, which are certain. */
  repairs: { explanation: Explanation; rows: Body[] }[]
}

const fewRows = 3
const enoughRows = 5
const mostExplanations = 3
/** With three, nearly anything can be explained. */
export const mostChanges = 2

/**
 * Judges height and weight row by row. Many unusual rows raise a question; only impossible rows that one explanation
 * covers can be repaired without one.
 */
export function judgeBodies(checked: Checked): Judgement {
  const all = listExplanations(checked)
  const bodies = findBodies(checked, all)
  const explanations = all.filter(({ changes }) => changes > 0)
  const doubts = bodies.filter(({ isUnusual, isImpossible }) => isUnusual || isImpossible)
  const judged = { bodies, explanations, doubts }
  // After an answer, some rows are no longer in the units of their columns.
  if (doubts.length === 0 || checked.explained.length > 0) return { ...judged, choices: [], repairs: [] }
  const refuted = findRefuted(judged)
  const choices = listChoices(judged, refuted)
  return { ...judged, choices, repairs: choices.length > 0 ? [] : findRepairs(judged, refuted, checked) }
}

/** The rows that an answer interprets otherwise; none if it is not offered. */
export function rowsOfAnswer(checked: Checked): Body[] {
  const { choices, repairs } = judgeBodies({ ...checked, explained: [] })
  const offered = [...choices, ...repairs].flatMap(({ explanation, rows }) =>
    explanation?.name === checked.bodies && rows !== 'all' ? [rows] : [],
  )
  return offered[0] ?? []
}

type Judged = Pick<Judgement, 'bodies' | 'explanations' | 'doubts'>

/** The rows that their own BMI contradicts, unless it contradicts most rows, because it may be wrong then. */
function findRefuted({ bodies, doubts }: Judged): ReadonlySet<Body> {
  const refuted = doubts.filter((body) => contradictsBmi(body))
  return new Set(refuted.length * 2 < countOf(bodies, ({ bmi }) => bmi !== undefined) ? refuted : [])
}

/** The answers with what each leaves; none if no explanation fits enough rows or all leave more unusual rows. */
function listChoices(judged: Judged, refuted: ReadonlySet<Body>): Choice[] {
  const { bodies, explanations, doubts } = judged
  const unusual = doubts.filter(({ isUnusual }) => isUnusual)
  const usual = doubts.filter((body) => !body.isUnusual && refuted.has(body))
  const isEnough = (count: number) => count * 3 > bodies.length || (count >= enoughRows && count * 2 > unusual.length)
  const fitting = explanations.flatMap((explanation): { explanation: Explanation; choices: Choice[] }[] => {
    const { read } = explanation
    const makesUsual = (body: Body) =>
      isUsual(read(body)) && !(contradictsKnown(body) && contradictsKnown(body, read(body)))
    const made: Body[] = []
    for (const [at, body] of unusual.entries()) {
      // Most explanations fit hardly any row.
      if (!isEnough(made.length + unusual.length - at)) return []
      if (makesUsual(body)) made.push(body)
    }
    if (!isEnough(made.length)) return []
    const agrees = (body: Body) => !contradictsBmi(body, read(body))
    const rows = made.filter((body) => contradictsBmi(body) || agrees(body))
    const usualRows = usual.filter((body) => makesUsual(body) && agrees(body))
    // Their BMIs may be wrong if the explanation fits only some of them.
    if (usualRows.length * 2 > usual.length) rows.push(...usualRows)
    rows.sort((one, other) => one.position - other.position)
    const choices = [forAll(judged, explanation), forThese(judged, explanation, rows)].flatMap((choice) =>
      choice && choice.leaves.unusual <= unusual.length ? [choice] : [],
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
  const asItIs: Choice = { explanation: undefined, rows: 'all', leaves: leftBy(judged, (body) => body) }
  return [asItIs, ...listed.flatMap(({ choices }) => choices)]
}

const forAll = (judged: Judged, explanation: Explanation): Choice => ({
  explanation,
  rows: 'all',
  leaves: leftBy(judged, explanation.read),
})

/** Undefined if the rows that are usual as they are would be usual as well. */
function forThese(judged: Judged, explanation: Explanation, rows: Body[]): Choice | undefined {
  const fine = judged.bodies.filter(({ isUnusual, isImpossible }) => !isUnusual && !isImpossible)
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
    if (isImpossibleAs(body, measures)) left.impossible += 1
  }
  return { ...left, medianBmi: medianOf(bmis.sort()) ?? 0 }
}

/**
 * The explanations of impossible rows that are certain: no other explains half of these rows with as few changes or
 * explains more of them, and they make most other rows unusual. Usual rows that only contradict a BMI or the current
 * table may be right, and so may rows that are possible at another age.
 */
function findRepairs(
  { bodies, doubts, explanations }: Judged,
  refuted: ReadonlySet<Body>,
  { statesUnit }: Checked,
): Judgement['repairs'] {
  const impossible = doubts.filter(({ isUnusual, isImpossible }) => isUnusual && isImpossible)
  const atNoAge = new Set(impossible.filter((body) => !isPossible({ ...body, age: undefined })))
  const covering = explanations.map((explanation): Covering => {
    // If the file states the units, a row has to contradict them itself.
    const isStated = explanation.columns.some(statesUnit)
    const isRefuted = (body: Body) => refuted.has(body) || contradictsKnown(body) || (!isStated && atNoAge.has(body))
    const covers = (body: Body) => isRefuted(body) && explains(explanation, body)
    return { explanation, covered: new Set(impossible.filter(covers)) }
  })
  return covering.flatMap((candidate): Judgement['repairs'] => {
    const { explanation, covered } = candidate
    if (explanation.changes > mostChanges || covered.size < fewRows) return []
    const others = bodies.filter((body) => !covered.has(body))
    if (!areMostlyUnusual(others, explanation)) return []
    if (covering.some((other) => other !== candidate && rivals(other, candidate))) return []
    // Another mistake, which other rows have, may have made these rows, of patients who are unusual.
    const isElsewhere = (other: Explanation) =>
      doubts.some((body) => explains(other, body) && !explains(explanation, body))
    const simple = explanations.filter(
      (other) => other !== explanation && other.changes <= explanation.changes && isElsewhere(other),
    )
    const mayBeOther = (body: Body) => simple.some(({ read }) => !isImpossibleAs(body, read(body)))
    const rows = [...covered].filter((body) => !mayBeOther(body))
    return rows.length < fewRows ? [] : [{ explanation, rows }]
  })
}

type Covering = { explanation: Explanation; covered: ReadonlySet<Body> }

function rivals(other: Covering, { explanation, covered }: Covering): boolean {
  if (other.explanation.changes > explanation.changes) return other.covered.size > covered.size
  return countOf([...other.covered], (body) => covered.has(body)) * 2 >= covered.size
}
