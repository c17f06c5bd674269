import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import { patientColumns } from '@health-console/contract/patients/patients.ts'
import type { ImportQuestion } from '@health-console/contract/patients/questions.ts'
import { expect, test } from 'vitest'
import { type Line, readQuestions, readRows } from '../../../../../testing/patients/sheets.ts'
import { layoutKeyOf, toRemember } from './remembered.ts'

const at = '2026-03-03T09:00:00.000Z'
const asMade = { at, adminName: 'Ada Byron' }
/** Questions about the sex in the column "Gender", and about the places of all columns. */
const allAsked = {
  ...Object.fromEntries(patientColumns.map(({ key }) => [`column:${key}`, null])),
  'words:sex': 'Gender',
}
const remembered = (answers: ImportAnswers) => ({
  remembered: { id: 'layout', parts: [{ ...asMade, answers, asked: allAsked }] },
})
const ward: Line[] = [
  ['MRN', 'Subject ID', 'Gender', 'Weight'],
  ['1', 'S1', 1, 154],
  ['2', 'S2', 2, 176],
]
const answers: ImportAnswers = {
  columns: { memberId: { heading: 'MRN' }, sex: { heading: 'Gender' }, weight: { heading: 'Weight', unit: 'lb' } },
  words: { sex: { '1': 'Male', '2': 'Female' } },
}

test('remembered answers are used, and reported', async () => {
  const { rows, reading } = await readRows([{ lines: ward }], remembered(answers))
  expect(rows.map((row) => [row[0], row[2], row[5]])).toEqual([
    ['1', 'Male', 69.853],
    ['2', 'Female', 79.832],
  ])
  expect(reading.shown.remembered).toEqual({ id: 'layout', ...asMade, answers: 4, stored: [{ ...asMade, answers }] })
  expect(reading.shown.sources).toEqual([{ kind: 'remembered', ...asMade, answers }])
  expect(reading.shown.columns).toContainEqual({ column: 'weight', heading: 'Weight', unit: 'lb', by: 'remembered' })
})

test('new answers take precedence over remembered ones, value by value and column by column', async () => {
  const input: ImportAnswers = {
    columns: { weight: { heading: 'Weight', unit: 'kg' } },
    words: { sex: { '1': 'Female' } },
  }
  const { rows, reading } = await readRows([{ lines: ward }], { ...remembered(answers), answers: input })
  expect(rows.map((row) => [row[2], row[5]])).toEqual([
    ['Female', 154],
    ['Female', 176],
  ])
  expect(reading.shown.sources).toEqual([
    {
      kind: 'remembered',
      ...asMade,
      answers: { columns: { ...answers.columns, weight: undefined }, words: { sex: { '2': 'Female' } } },
    },
    { kind: 'given', at: null, adminName: null, answers: input },
  ])
  expect(reading.shown.columns.map(({ column, by }) => [column, by])).toEqual([
    ['memberId', 'remembered'],
    ['subjectId', 'heading'],
    ['sex', 'remembered'],
    ['weight', 'answer'],
  ])
})

test('a new value leads to a question', async () => {
  const lines = [...ward, ['3', 'S3', 3, 180]]
  const { open } = await readQuestions([{ lines }], remembered(answers))
  expect(open).toMatchObject([{ id: 'words:sex', words: [{ text: '1' }, { text: '2' }, { text: '3' }] }])
})

test('codes of one column do not affect another', async () => {
  const lines: Line[] = [
    ['MRN', 'Subject ID', 'Gender', 'Weight', 'Gender of the mother'],
    ['1', 'S1', 1, 154, 2],
  ]
  const input = { columns: { sex: { heading: 'Gender of the mother' } } }
  const { open } = await readQuestions([{ lines }], { ...remembered(answers), answers: input })
  expect(open.map(({ id }) => id)).toEqual(['words:sex'])
  const same = { columns: { sex: { heading: 'Gender' } } }
  expect((await readRows([{ lines }], { ...remembered(answers), answers: same })).rows[0]?.[2]).toBe('Male')
})

test('an exact heading, an exact value and a stated unit yield to an answer of this import, but to nothing remembered', async () => {
  const lines: Line[] = [
    ['Member ID', 'Subject ID', 'Sex(M/F)', 'Weight(kg)', 'Mass', 'Height'],
    ['1', 'S1', 'Male', 70, 71, 170],
    ['2', 'S2', 2, 70, 71, 170],
  ]
  const wrong: ImportAnswers = {
    columns: {
      weight: { heading: 'Mass', unit: 'lb' },
      height: { heading: 'Height', unit: 'in' },
      bmi: { heading: 'Height' },
      subjectId: { heading: 'Member ID' },
    },
    words: { sex: { Male: 'Female', '2': 'Female' } },
  }
  const asked = { ...allAsked, 'words:sex': 'Sex(M/F)' }
  const memory = { remembered: { id: 'layout', parts: [{ ...asMade, answers: wrong, asked }] } }
  const { rows, reading } = await readRows([{ lines }], memory)
  expect(rows[0]?.slice(0, 6)).toEqual(['1', 'S1', 'Male', null, 170, 70])
  expect(rows[1]?.[2]).toBe('Female')
  expect(reading.shown.sources).toEqual([
    { kind: 'remembered', ...asMade, answers: { words: { sex: { '2': 'Female' } } } },
  ])
  expect(reading.shown.columns).toContainEqual({ column: 'weight', heading: 'Weight(kg)', unit: 'kg', by: 'heading' })

  const { bmi: _, subjectId: __, ...columns } = wrong.columns ?? {}
  const given = { columns, words: wrong.words }
  const overridden = await readRows([{ lines }], { ...memory, answers: given })
  expect(overridden.rows[0]?.slice(2, 6)).toEqual(['Female', null, 431.8, 32.205])
  expect(toRemember(overridden.reading.shown, given)).toEqual({
    answers: { words: { sex: { '2': 'Female' } } },
    asked: { 'words:sex': 'Sex(M/F)' },
  })
})

test('a unit that a row below the headings states is not overridden: it is asked', async () => {
  const lines: Line[] = [
    ['MRN', 'Subject ID', 'Wt'],
    [null, null, 'lb'],
    ['1', 'S1', 154],
    ['2', 'S2', 176],
  ]
  const inKg = remembered({ columns: { memberId: { heading: 'MRN' }, weight: { heading: 'Wt', unit: 'kg' } } })
  const { open } = await readQuestions([{ lines }], inKg)
  expect(open).toMatchObject([{ id: 'column:weight', proposal: { unit: 'lb' } }])
})

test('only answers to the same question are used', async () => {
  const lines: Line[] = [
    ['Member ID', 'Subject ID', 'Sex(M/F)', 'Weight(kg)'],
    ['1', 'S1', 'M', 99],
    ['2', 'S2', '2', 999],
    ['3', 'S3', '1', '61,5'],
  ]
  const answered: ImportAnswers = {
    columns: { weight: { heading: 'Weight(kg)', readings: ['decimal_comma'], missing: [999] } },
    words: { sex: { '1': 'Male', '2': 'Female' } },
    repeatedIds: 'last',
  }
  const first = await readRows([{ lines }], { answers: answered })
  const kept = toRemember(first.reading.shown, answered)
  expect(Object.keys(kept.asked).toSorted()).toEqual([
    'missing:weight:999',
    'reading:weight:decimal_comma',
    'words:sex',
  ])
  const memory = (asked: Record<string, string | null>) => ({
    remembered: { id: 'layout', parts: [{ ...asMade, ...kept, asked }] },
  })
  const again = await readRows([{ lines }], memory(kept.asked))
  expect(again.rows).toEqual(first.rows)
  expect(again.reading.shown.sources).toEqual([{ kind: 'remembered', ...asMade, answers: kept.answers }])
  for (const id of Object.keys(kept.asked)) {
    for (const other of [{ [id]: 'Another column' }, {}]) {
      const { [id]: _, ...rest } = kept.asked
      const { open } = await readQuestions([{ lines }], memory({ ...rest, ...other }))
      expect(open.map((question) => question.id)).toEqual([id])
    }
  }
})

test('a column with a new answer is not used twice', async () => {
  const { memberId, sex, weight } = answers.columns ?? {}
  const input = { columns: { sex: { heading: 'Weight' } }, words: { sex: { '154': 'Male', '176': 'Female' } } }
  const { rows } = await readRows([{ lines: ward }], {
    ...remembered({
      ...answers,
      columns: { ...(memberId && { memberId }), ...(sex && { sex }), diabetes: { heading: 'Weight' } },
    }),
    answers: { ...input, columns: { ...input.columns, weight: null } },
  })
  expect(weight).toBeDefined()
  expect(rows.map((row) => [row[2], row[10]])).toEqual([
    ['Male', null],
    ['Female', null],
  ])
})

test('the one-step import uses no remembered answers', async () => {
  const lines: Line[] = [
    ['Member ID', 'Subject ID', 'Weight'],
    ['1', 'S1', 170],
  ]
  const input = remembered({ columns: { weight: { heading: 'Weight', unit: 'lb' } } })
  expect((await readRows([{ lines }], input)).rows[0]?.[5]).toBe(77.111)
  expect((await readRows([{ lines }], { ...input, asksNothing: true })).rows[0]?.[5]).toBe(170)
})

test('only headings, units and short codes that the file asked about are remembered', () => {
  const codes = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [String(index), 'Diabetes']))
  const given: ImportAnswers = {
    sheets: ['Ward of Dr. Lovelace'],
    columns: {
      age: { heading: 'DOB', unit: 'date of birth', countedTo: '2026-03-01' },
      sex: null,
      bmi: { heading: 'B' },
    },
    words: {
      sex: { frau: 'Female', 'a word that is longer than twenty': null, Male: 'Female' },
      weight: { unknown: null, 'seen at home': null },
      hypertension: { y: 'x'.repeat(61), n: 'Normal', 'not asked': 'Normal' },
      diabetes: { ...codes, 'type 2, since the accident': 'Diabetes' },
    },
    repeatedIds: 'last',
    fillMerged: true,
  }
  const isAnswered = true
  const words = (column: keyof NonNullable<ImportAnswers['words']>, texts: string[]): ImportQuestion => ({
    kind: 'words',
    id: `words:${column}`,
    isAnswered,
    column,
    heading: `The ${column}`,
    words: texts.map((text) => ({ text, rows: 1, proposal: null })),
    options: [],
    mayStand: false,
    emptyRows: 0,
  })
  const asked = given.words ?? {}
  const questions: ImportQuestion[] = [
    { kind: 'column', id: 'column:age', isAnswered, columns: ['age'], proposal: null, isSure: false },
    { kind: 'column', id: 'column:sex', isAnswered, columns: ['sex'], proposal: null, isSure: false },
    { kind: 'repeated_ids', id: 'repeated_ids', isAnswered, sheets: [], ids: 1, rows: 2, examples: [] },
    words('sex', Object.keys(asked.sex ?? {})),
    words('weight', Object.keys(asked.weight ?? {})),
    words('hypertension', ['y', 'n']),
    words('diabetes', Object.keys(asked.diabetes ?? {})),
  ]
  const kept = toRemember({ questions, columns: [] }, given)
  expect(kept.answers).toMatchObject({
    columns: { age: { heading: 'DOB', unit: 'date of birth' }, sex: null },
    words: { sex: { frau: 'Female' }, weight: { unknown: null }, hypertension: { n: 'Normal' } },
  })
  expect(Object.keys(kept.answers)).toEqual(['columns', 'words'])
  expect(JSON.stringify(kept)).not.toMatch(/Lovelace|2026|longer|home|xxx|accident|bmi|Male|not asked|repeated/)
  const count = Object.values(kept.answers.words ?? {}).reduce((sum, each) => sum + Object.keys(each ?? {}).length, 0)
  expect(count).toBe(200)
})

test('a set of headings is the same in any order and spelling', async () => {
  const keyOf = async (lines: Line[]) => layoutKeyOf((await readQuestions([{ lines }])).survey.sheets)
  const key = await keyOf(ward)
  const turned: Line[] = [
    ['gender', 'WEIGHT', 'mrn', 'Subject ID'],
    [1, 154, '1', 'S1'],
  ]
  expect(await keyOf(turned)).toBe(key)
  expect(
    await keyOf([
      ['MRN', 'Gender'],
      ['1', 1],
    ]),
  ).not.toBe(key)
})

test('a certain sex that an admin read in another way is not remembered, even where its letter is unclear', async () => {
  const lines = (sexes: string[]): Line[] => [
    ['Member ID', 'Subject ID', 'Sex(M/F)'],
    ...sexes.map((sex, index) => [`${index}`, `S${index}`, sex]),
  ]
  const given: ImportAnswers = { words: { sex: { M: 'Female', F: 'Male', x: 'Male' } } }
  const { reading } = await readRows([{ lines: lines(['M', 'F', 'x']) }], { answers: given })
  const kept = toRemember(reading.shown, given)
  expect(kept.answers).toEqual({ words: { sex: { x: 'Male' } } })
  const next = await readQuestions([{ lines: lines(['M', 'H', 'x']) }], {
    remembered: { id: 'layout', parts: [{ ...asMade, ...kept }] },
  })
  expect(next.answers).toEqual(kept.answers)
})
