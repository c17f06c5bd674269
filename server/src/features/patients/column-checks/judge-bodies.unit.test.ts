import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { ownUnitOf } from '@health-console/contract/patients/measures.ts'
import { beforeAll, expect, test } from 'vitest'
import { breakRows, brokenBefore, brokenRows, rightTable } from '../../../../testing/patients/bodies.ts'
import { checkedOf } from '../../../../testing/patients/checked.ts'
import { faultRounds } from '../../../../testing/processes/fault-rounds.ts'
import type { MadePatient } from '../../../../testing/patients/made-patients.ts'
import { createRandom, type Random } from '../../../operations/demo/random.ts'
import { diffTables, indexOf } from '../compare/diff-tables.ts'
import type { Body, Explanation } from './bodies.ts'
import { bmiOf, isUsual } from '../reading/words/body-limits.ts'
import type { Checked } from './finding.ts'
import { type Choice, judgeBodies } from './judge-bodies.ts'

const waysBefore = Object.values(brokenBefore)
const ways = [...Object.entries(brokenRows), ...Object.entries(brokenBefore)]
const tables = faultRounds === 1 ? 1_000 : faultRounds * 5_000
/** Values in these tables differ from the current ones by exactly what a conversion may round away. */
const roundedSeeds = [6_482, 8_122, 18_716, 58_448]
const seeds = [...new Set([...Array.from({ length: tables }, (_, at) => at + 1), ...roundedSeeds])]

type Trial = { name: string; right: MadePatient[]; checked: Checked }

/** A right table, broken in one way or not at all, that replaces nothing or itself as it was earlier. */
function makeTrial(seed: number): Trial {
  const random = createRandom(seed * 7_919)
  const right = rightTable(random)
  const [name, how] = ways[seed % (ways.length + 1)] ?? ['nothing', () => ({})]
  const share = random.pick([0.01, 0.05, 0.1, 0.33, 0.5, 0.8, 1] as const)
  const isBefore = Object.hasOwn(brokenBefore, name)
  const broken = breakRows(right, how, { share, random })
  const hasBmi = random.chance(0.5)
  const withoutBmi = (patients: MadePatient[]) =>
    hasBmi ? patients : patients.map((patient) => ({ ...patient, bmi: undefined }))
  const earlier = right.map((patient) => grow(patient, random))
  const replaced = isBefore ? broken : random.chance(0.5) ? earlier : []
  const [statesUnit, knowsAge] = [random.chance(0.5), random.chance(0.8)]
  // A table that is replaced may be wrong as well, in other rows.
  const howBefore = waysBefore[random.between(0, waysBefore.length - 1)] ?? how
  const now = random.chance(0.3) ? breakRows(replaced, howBefore, { share: 0.1, random }) : replaced
  const next = withoutBmi(isBefore ? right : broken).map((patient) => (knowsAge ? patient : withoutAge(patient)))
  return {
    name: `${name} in ${share}, seed ${seed}`,
    right,
    checked: checkedOf(now, next, { statesUnit: () => statesUnit }),
  }
}

const withoutAge = (patient: MadePatient): MadePatient => ({ ...patient, age: undefined })
const grow = (patient: MadePatient, random: Random): MadePatient => ({
  ...patient,
  height: Number((Number(patient.height) * random.around(0.98, 0.03)).toFixed(1)),
  weight: Number((Number(patient.weight) * random.around(0.95, 0.2)).toFixed(1)),
})

const isRight = (patient: MadePatient | undefined, { height, weight }: { height: number; weight: number }) =>
  Math.abs(height / Number(patient?.height) - 1) < 0.005 && Math.abs(weight / Number(patient?.weight) - 1) < 0.005

const readBy = (body: Body, explanation: Explanation | undefined, rows: readonly Body[] | 'all') =>
  explanation && (rows === 'all' || rows.includes(body)) ? explanation.read(body) : body

type Found = { repairs: number; harmed: string[]; questions: number; untrue: string[]; covered: string[] }

/** Judges every table once for both tests. */
function judgeAll(): Found {
  const found: Found = { repairs: 0, harmed: [], questions: 0, untrue: [], covered: [] }
  for (const seed of seeds) {
    const trial = makeTrial(seed)
    const judged = judgeBodies(trial.checked)
    const harmful = judged.repairs.filter(({ explanation, rows }) => {
      const countRight = (by?: Explanation) =>
        judged.bodies.filter((body) => isRight(trial.right[body.position - 1], readBy(body, by, rows))).length
      return countRight(explanation) < countRight()
    })
    found.repairs += judged.repairs.length
    found.harmed.push(...harmful.map(({ explanation, rows }) => `${trial.name}: ${explanation.name} in ${rows.length}`))
    const [keep] = judged.choices
    if (!keep) continue
    found.questions += 1
    const isKept = keep.explanation === undefined && keep.rows === 'all' && judged.choices.length > 1
    const isTrue = (choice: Choice) => isTrueOf(choice, trial.checked, judged.bodies)
    const isWorse = ({ leaves }: Choice) => leaves.unusual > keep.leaves.unusual
    const untrue = judged.choices.filter((choice) => !isTrue(choice) || isWorse(choice))
    found.untrue.push(...untrue.map(({ explanation }) => `${trial.name}: ${explanation?.name}`))
    if (!isKept) found.untrue.push(`${trial.name}: no way to keep it`)
    const usual = judged.choices.flatMap(({ rows }) => (rows === 'all' ? [] : rows.filter((body) => isUsual(body))))
    if (usual.some((body) => isRight(trial.right[body.position - 1], body))) found.covered.push(trial.name)
  }
  return found
}

let found: Found
beforeAll(() => {
  found = judgeAll()
}, 3_600_000)

test(`in ${tables} tables, right ones and ones that are broken in 40 ways, no repair of rows makes a right row wrong`, () => {
  expect(ways).toHaveLength(40)
  expect(found.repairs).toBeGreaterThan(tables / 100)
  expect(found.harmed).toEqual([])
})

test(`every question about ${tables} tables offers to keep the file as it is, and what its answers leave is true`, () => {
  expect(found.questions).toBeGreaterThan(tables / 10)
  expect(found.untrue).toEqual([])
})

test(`no answer about some rows of ${tables} tables covers a usual row that is right, whatever the current table says`, () => {
  expect(found.covered).toEqual([])
})

function isTrueOf(choice: Choice, checked: Checked, bodies: readonly Body[]): boolean {
  const { unusual, impossible, medianBmi } = choice.leaves
  const counted = countUnusual(bodies, choice)
  if (unusual !== counted.unusual || medianBmi !== counted.medianBmi) return false
  return impossible === countImpossible(checked, bodies, choice)
}

function countUnusual(bodies: readonly Body[], { explanation, rows }: Choice) {
  const read = bodies.map((body) => ({ ...readBy(body, explanation, rows), age: body.age }))
  const bmis = read.map(bmiOf).toSorted((a, b) => a - b)
  const [lower = 0, upper = 0] = [bmis[Math.ceil(bmis.length / 2) - 1], bmis[Math.floor(bmis.length / 2)]]
  return { unusual: read.filter((each) => !isUsual(each)).length, medianBmi: (lower + upper) / 2 }
}

/** As they are judged once the file is read by this answer. */
function countImpossible(checked: Checked, bodies: readonly Body[], { explanation, rows }: Choice): number {
  const next = [...checked.diff.next]
  for (const body of bodies) {
    const { height, weight } = readBy(body, explanation, rows)
    const row = [...(next[body.position - 1] ?? [])]
    row[indexOf('height')] = height
    row[indexOf('weight')] = weight
    next[body.position - 1] = row
  }
  const unitOf = (key: PatientColumnKey) =>
    explanation && (key === 'height' || key === 'weight') ? explanation[key].unit : ownUnitOf(key)
  const answered =
    rows === 'all' ? { unitOf } : { bodies: explanation?.name, explained: rows.map(({ position }) => position) }
  const again = judgeBodies({ ...checked, ...answered, diff: diffTables(checked.diff.now, next) })
  return again.doubts.filter(({ isImpossible }) => isImpossible).length
}
