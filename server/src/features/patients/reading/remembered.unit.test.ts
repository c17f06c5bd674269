import type { ImportAnswers } from '@health-console/contract/patient-answers.ts'
import { expect, test } from 'vitest'
import { type Line, readQuestions, readRows } from '../../../../testing/patients/sheets.ts'
import { layoutKeyOf, toRemember } from './remembered.ts'

const remembered = (answers: ImportAnswers) => ({
  remembered: { id: 'layout', at: '2026-03-03T09:00:00.000Z', adminName: 'Ada Byron', answers },
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
  expect(reading.remembered).toEqual({
    id: 'layout',
    at: '2026-03-03T09:00:00.000Z',
    adminName: 'Ada Byron',
    answers: 4,
  })
  expect(reading.columns).toContainEqual({ column: 'weight', heading: 'Weight', unit: 'lb', by: 'remembered' })
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
  expect(reading.columns.map(({ column, by }) => [column, by])).toEqual([
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

test('neither an exact heading nor a unit in a heading is overridden', async () => {
  const lines: Line[] = [
    ['Member ID', 'Subject ID', 'Weight(kg)', 'Mass', 'Height'],
    ['1', 'S1', 70, 71, 170],
  ]
  const wrong: ImportAnswers = {
    columns: {
      weight: { heading: 'Mass', unit: 'lb' },
      height: null,
      bmi: { heading: 'Height' },
      subjectId: { heading: 'Member ID' },
    },
  }
  const { rows, reading } = await readRows([{ lines }], remembered(wrong))
  expect(rows[0]?.slice(0, 6)).toEqual(['1', 'S1', null, null, 170, 70])
  expect(rows[0]?.[8]).toBeNull()
  expect(reading.columns).toContainEqual({ column: 'weight', heading: 'Weight(kg)', unit: 'kg', by: 'remembered' })
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
    ['1', 'S1', 70],
  ]
  const input = remembered({ columns: { weight: { heading: 'Weight', unit: 'lb' } } })
  expect((await readRows([{ lines }], input)).rows[0]?.[5]).toBe(31.751)
  expect((await readRows([{ lines }], { ...input, asksNothing: true })).rows[0]?.[5]).toBe(70)
})

test('only headings, units and short codes are remembered', () => {
  const long = 'x'.repeat(61)
  const words = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [String(index), 'Diabetes']))
  const kept = toRemember({
    sheets: ['Ward of Dr. Lovelace'],
    columns: { age: { heading: 'DOB', unit: 'date of birth', countedTo: '2026-03-01' }, sex: null },
    words: {
      sex: { frau: 'Female', 'a word that is longer than twenty': null },
      weight: { unknown: null, 'seen at home': null },
      hypertension: { y: long, n: 'Normal' },
      diabetes: { ...words, 'type 2, since the accident': 'Diabetes' },
    },
    repeatedIds: 'last',
  })
  expect(kept).toMatchObject({
    columns: { age: { heading: 'DOB', unit: 'date of birth' }, sex: null },
    words: { sex: { frau: 'Female' }, weight: { unknown: null }, hypertension: { n: 'Normal' } },
    repeatedIds: 'last',
  })
  expect(JSON.stringify(kept)).not.toMatch(/Lovelace|2026|longer|home|xxx|accident/)
  const count = Object.values(kept.words ?? {}).reduce((sum, each) => sum + Object.keys(each ?? {}).length, 0)
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
