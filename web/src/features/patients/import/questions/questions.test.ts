import type { ImportQuestion, QuestionOf } from '@health-console/contract/patients/questions.ts'
import { expect, test } from 'vitest'
import { askingReading as reading } from '../../../../testing/import-reading.ts'
import {
  answersOf,
  chooseCountedTo,
  chooseHeading,
  chooseUnit,
  chooseMeanings,
  confirmProposal,
  type Draft,
  mergeAnswers,
  startDraft,
  withAnswers,
} from './answers.ts'
import { cardsOf, confirmCard, isSure, sortCards } from './cards.ts'
import { canConfirm, clashesOf, isAnswered, orderQuestions, shownAnswer } from './questions.ts'

const start = startDraft(reading, null)

function get<Kind extends ImportQuestion['kind']>(id: string, kind: Kind): QuestionOf<Kind> {
  const question = reading.questions.find((each) => each.id === id)
  if (question?.kind !== kind) throw new Error(id)
  return question as QuestionOf<Kind>
}

const pressure = get('column:pressure', 'column')
const age = get('column:age', 'column')
const height = get('column:height', 'column')
const stroke = get('column:cerebralInfarction', 'column')
const bmi = get('reading:bmi', 'reading')
const sex = get('words:sex', 'words')

const openIds = (draft: Draft) =>
  orderQuestions(reading, [], []).flatMap((question) => (isAnswered(question, draft, reading) ? [] : [question.id]))

test('at first every question is open, and a proposal does not answer it', () => {
  expect(openIds(start)).toEqual(reading.questions.map(({ id }) => id))
  expect(start.answers).toEqual({})
})

test('one press accepts a complete proposal, including both halves of a split', () => {
  expect([pressure, age, height, stroke, sex].map((question) => canConfirm(question, start, reading))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
  const draft = confirmProposal(start, pressure)
  expect(draft.answers.columns).toEqual({
    systolicBloodPressure: { heading: 'Blood Pressure', unit: 'mmHg', half: 'first' },
    diastolicBloodPressure: { heading: 'Blood Pressure', unit: 'mmHg', half: 'second' },
  })
  expect(isAnswered(pressure, draft, reading)).toBe(true)
  expect(canConfirm(pressure, draft, reading)).toBe(false)
})

test('a date of birth is answered by the date as of which ages are calculated', () => {
  const draft = chooseCountedTo(start, age, reading, '2026-03-01')
  expect(draft.answers.columns?.age).toEqual({ heading: 'DOB', unit: 'date of birth', countedTo: '2026-03-01' })
  expect(isAnswered(age, draft, reading)).toBe(true)
  const inYears = chooseUnit(draft, age, reading, 'years')
  expect(inYears.answers.columns?.age).toEqual({ heading: 'DOB', unit: 'years' })
  expect(isAnswered(age, chooseCountedTo(draft, age, reading, null), reading)).toBe(false)
})

test('a unit that nothing specifies is open until it is chosen', () => {
  expect(shownAnswer(height, start, reading)).toEqual({ heading: 'Ht' })
  const draft = chooseUnit(start, height, reading, 'in')
  expect(draft.answers.columns?.height).toEqual({ heading: 'Ht', unit: 'in' })
  expect(isAnswered(height, draft, reading)).toBe(true)
})

test('another heading brings the unit that it specifies, or the column’s own', () => {
  const named = chooseHeading(start, height, reading, 'Weight (kg)', false)
  expect(named.answers.columns?.height).toEqual({ heading: 'Weight (kg)', unit: 'cm' })
  expect(chooseHeading(start, stroke, reading, null, false).answers.columns).toEqual({ cerebralInfarction: null })
})

test('a heading chosen twice answers neither question, but its two halves answer both', () => {
  const draft = chooseHeading(chooseUnit(start, height, reading, 'in'), stroke, reading, 'Ht', false)
  expect(clashesOf('height', draft, reading)).toEqual(['cerebralInfarction'])
  expect(openIds(draft)).toEqual(expect.arrayContaining([height.id, stroke.id]))
  expect(clashesOf('systolicBloodPressure', confirmProposal(start, pressure), reading)).toEqual([])
  const certain = chooseHeading(start, stroke, reading, 'Weight (kg)', false)
  expect(clashesOf('cerebralInfarction', certain, reading)).toEqual(['weight'])
})

test('values are answered once each of them has a meaning', () => {
  const one = chooseMeanings(start, 'sex', { 1: 'Female' })
  expect(isAnswered(sex, one, reading)).toBe(false)
  const both = chooseMeanings(one, 'sex', { 2: null })
  expect(both.answers.words).toEqual({ sex: { 1: 'Female', 2: null } })
  expect(isAnswered(sex, both, reading)).toBe(true)
})

test('a reading can be accepted or declined before its column is answered, and is sent with the answer about it', () => {
  const say = (draft: Draft, isAccepted: boolean): Draft => ({ ...draft, cells: { [bmi.id]: isAccepted } })
  expect(answersOf(say(start, true), reading).columns?.bmi).toEqual({ heading: 'BMI', readings: ['decimal_comma'] })
  expect(answersOf(say(start, false), reading).columns?.bmi).toEqual({ heading: 'BMI', readings: [] })
  expect([true, false].map((isAccepted) => isAnswered(bmi, say(start, isAccepted), reading))).toEqual([true, true])
  const proposed = { ...reading, columns: reading.columns.filter(({ column }) => column !== 'bmi') }
  expect(answersOf(say(start, true), proposed).columns).toBeUndefined()
  const answered = withAnswers(say(start, true), { columns: { bmi: { heading: 'Ht', unit: 'kg/m²' } } })
  expect(answersOf(answered, proposed).columns?.bmi).toMatchObject({ heading: 'Ht', readings: ['decimal_comma'] })
})

test('numbers can be marked as missing and as values again', () => {
  const tick = (isMissing: boolean): Draft => ({ ...start, cells: { 'missing:weight:-9': isMissing } })
  expect(answersOf(start, reading)).toEqual({})
  expect(answersOf(tick(true), reading).columns?.weight).toEqual({ heading: 'Weight (kg)', unit: 'kg', missing: [-9] })
  expect(answersOf(tick(false), reading).columns?.weight?.missing).toEqual([])
})

test("the draft starts with the server's answers, including declined readings and ticked numbers", () => {
  const input = {
    columns: { bmi: { heading: 'BMI', readings: [] }, weight: { heading: 'Weight (kg)', missing: [-9] } },
  }
  const questions = reading.questions.map((each) =>
    [bmi.id, 'missing:weight:-9'].includes(each.id) ? { ...each, isAnswered: true } : each,
  )
  const again = { ...reading, answers: input, questions }
  expect(startDraft(again, null)).toEqual({
    answers: input,
    day: null,
    cells: { [bmi.id]: false, 'missing:weight:-9': true },
  })
  expect(answersOf(startDraft(again, null), again)).toEqual(input)
})

test('when more is asked, questions stay in place, new ones follow, and a changed column is last', () => {
  const shown = reading.questions.map(({ id }) => id)
  const first: ImportQuestion = { id: 'merged', isAnswered: false, kind: 'merged', ranges: 2, headings: ['Sex'] }
  const again = { ...reading, questions: [first, ...reading.questions.toReversed()] }
  const order = orderQuestions(again, shown, ['weight']).map(({ id }) => id)
  expect(order).toEqual([...shown, 'merged', 'changed:weight'])
})

test('a column that was certain stays answered until a change makes it incomplete', () => {
  const changed = orderQuestions(reading, [], ['weight']).at(-1)
  if (changed?.kind !== 'column') throw new Error('no column')
  expect(isAnswered(changed, start, reading)).toBe(true)
  expect(shownAnswer(changed, start, reading)).toEqual({ heading: 'Weight (kg)', unit: 'kg' })
  expect(isAnswered(changed, chooseUnit(start, changed, reading, 'lb'), reading)).toBe(true)
  expect(isAnswered(changed, chooseHeading(start, changed, reading, 'BMI', false), reading)).toBe(false)
})

test('a suggested fix changes one answer and keeps the others', () => {
  const { answers } = withAnswers(chooseUnit(start, height, reading, 'in'), { repeatedIds: 'last' })
  const repaired = mergeAnswers(answers, { columns: { weight: { heading: 'Weight (kg)', unit: 'lb' } } })
  expect(repaired).toMatchObject({
    repeatedIds: 'last',
    columns: { height: { heading: 'Ht', unit: 'in' }, weight: { heading: 'Weight (kg)', unit: 'lb' } },
  })
})

test('the questions about one column are together, and those that need an answer come first', () => {
  const cards = sortCards(cardsOf(reading.questions), start, reading)
  expect(cards.map(({ questions }) => questions.map(({ id }) => id))).toEqual([
    ['sheets'],
    ['column:age'],
    ['column:height'],
    ['column:cerebralInfarction'],
    ['reading:bmi'],
    ['missing:weight:-9'],
    ['words:sex'],
    ['column:pressure'],
  ])
})

test('[import-34] one press confirms what is proposed by heading and unit, and a date in the file name counts', () => {
  const dated = startDraft(reading, { iso: '2026-10-31', isMonth: true })
  const sure = cardsOf(reading.questions).filter((card) => isSure(card, dated, reading))
  expect(sure.map(({ id }) => id)).toEqual(['column:pressure', 'column:age'])
  const draft = sure.reduce((now, card) => confirmCard(now, card, reading), dated)
  expect(draft.answers.columns).toEqual({
    systolicBloodPressure: { heading: 'Blood Pressure', unit: 'mmHg', half: 'first' },
    diastolicBloodPressure: { heading: 'Blood Pressure', unit: 'mmHg', half: 'second' },
    age: { heading: 'DOB', unit: 'date of birth', countedTo: '2026-10-31' },
  })
  const unsure = reading.questions.map((each) => (each.kind === 'column' ? { ...each, isSure: false } : each))
  expect(cardsOf(unsure).some((card) => isSure(card, dated, reading))).toBe(false)
})
