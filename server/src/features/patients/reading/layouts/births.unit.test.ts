import { expect, test } from 'vitest'
import { expectLayout, type Layout } from '../../../../../testing/patients/layouts.ts'
import { type Line, readQuestions, readRows } from '../../../../../testing/patients/sheets.ts'

/** Tests how dates and years of birth are recognised, asked about and read. */
const countedTo = '2026-03-01'
const table = (heading: string, births: Line): Line[] => [
  ['Member ID', 'Subject ID', heading],
  ...births.map((birth, index): Line => [`${index + 1}`, `S${index + 1}`, birth]),
]

test.each<[string, string, Line, { unit: string | null; isSure: boolean }]>([
  ['day first', 'Date of birth', ['26/07/2003', '08/05/1975'], { unit: 'born day/month/year', isSure: true }],
  ['day first with dots', 'DOB', ['19.10.2003', '8.5.1975'], { unit: 'born day/month/year', isSure: true }],
  ['month first', 'DOB', ['07/26/2003', '05/08/1975'], { unit: 'born month/day/year', isSure: true }],
  ['two digits of a year', 'DOB', ['26/07/03', '08/05/75'], { unit: 'born day/month/year', isSure: true }],
  ['either order', 'DOB', ['06/07/2003', '08/05/1975'], { unit: null, isSure: false }],
  ['both orders', 'DOB', ['26/07/2003', '08/25/1975'], { unit: null, isSure: false }],
  ['words and ISO dates', 'DOB', ['26 Jul 2003', '1975-05-08'], { unit: 'date of birth', isSure: true }],
  ['days as numbers', 'DOB', [20_030_726, 19_750_508], { unit: 'date of birth', isSure: true }],
  ['days as a spreadsheet program counts them', 'DOB', [37_828, 27_522], { unit: 'date of birth', isSure: true }],
  ['words in another language', 'DOB', ['12 août 2003', '8. Mai 1975'], { unit: 'date of birth', isSure: true }],
  ['years of another calendar', 'Year of birth', [2546, 2518], { unit: null, isSure: false }],
  ['dates of other calendars', 'DOB', ['26/07/2546', '08/05/1396'], { unit: null, isSure: false }],
  ['dates headed as ages', 'Age', ['26/07/2003', '08/05/1975'], { unit: 'born day/month/year', isSure: false }],
  ['years headed as ages', 'Age', [2003, 1975], { unit: 'year of birth', isSure: false }],
  ['years headed as such', 'Year of birth', [2003, 1975], { unit: 'year of birth', isSure: true }],
  ['years headed as dates', 'DOB', [2003, 1975], { unit: 'year of birth', isSure: true }],
  ['years and another number', 'Age', [2003, 1975, 1988, 12], { unit: null, isSure: false }],
  [
    'texts among dates that a spreadsheet program has converted',
    'DOB',
    [{ type: 'date', iso: '2003-08-05', text: '2003-08-05' }, '26/07/2003'],
    { unit: null, isSure: false },
  ],
])('[import-33] births are recognised: %s', async (_, heading, births, expected) => {
  const { open } = await readQuestions([{ lines: table(heading, births) }])
  const [question] = open.filter(({ id }) => id === 'column:age')
  expect(question).toMatchObject({ proposal: { heading, unit: expected.unit }, isSure: expected.isSure })
})

const births = (unit: string, lines: Line, ages: (number | null)[]): Layout => ({
  sheets: table('DOB', lines),
  asks: ['column:age'],
  says: { columns: { age: { heading: 'DOB', unit, countedTo } } },
  patients: ages.map((age) => ({ age })),
})

test.each<[string, Layout]>([
  [
    'a word in place of a date',
    {
      sheets: table('DOB', ['02.03.2003', 'unknown', '26.07.1975']),
      asks: ['column:age', 'words:age'],
      says: {
        columns: { age: { heading: 'DOB', unit: 'born day/month/year', countedTo } },
        words: { age: { unknown: null } },
      },
      patients: [{ age: 22 }, { age: null }, { age: 50 }],
    },
  ],
  ['day first', births('born day/month/year', ['02/03/2003', '1.3.2003', '1975-05-08'], [22, 23, 50])],
  ['month first', births('born month/day/year', ['03/02/2003', '3/1/2003'], [22, 23])],
  ['month names and a time', births('born day/month/year', ['2 March 2003', '01/03/2003 00:00:00'], [22, 23])],
  [
    'two digits of a year',
    births('born day/month/year', ['26/07/03', '26/02/26', '02.03.26', '1/3/26'], [22, 0, 99, 0]),
  ],
  ['numbers of days', births('date of birth', [37_828, '27522'], [22, 50])],
  ['hyphens around a month', births('date of birth', ['26-JUL-2003', '26-Jul-03', '26JUL2003'], [22, 22, 22])],
  [
    'months in other languages',
    births(
      'date of birth',
      [
        '2 août 2003',
        '1er févr. 2003',
        '2. März 03',
        '2 de marzo de 2003',
        '2 марта 2003',
        '02-mai-2003',
        '2003년 3월 2일',
      ],
      [22, 23, 22, 22, 22, 22, 22],
    ),
  ],
  ['years', births('year of birth', [2003, '1975', null], [23, 51, null])],
])('births are read: %s', (_, layout) => expectLayout(layout))

test.each<[string, string, Line[number], string]>([
  ['figures without an order', 'date of birth', '02/03/2003', 'The order of day and month isn’t specified'],
  ['the other order', 'born month/day/year', '26/07/2003', 'Not a date'],
  ['a day that does not exist', 'born day/month/year', '31/02/2003', 'Not a date'],
  ['a day that is not over', 'born day/month/year', '02/03/2026', 'Later than the date'],
  ['an age among years', 'year of birth', 51, 'Not a year of birth'],
  ['a year that is not over', 'year of birth', 2027, 'Later than the date'],
])('births are rejected with the reason: %s', async (_, unit, birth, reason) => {
  const answers = { columns: { age: { heading: 'DOB', unit, countedTo } } }
  const read = readQuestions([{ lines: table('DOB', [birth, birth]) }], { answers })
  await expect(read).rejects.toMatchObject({ error: { errors: [{ reason: expect.stringContaining(reason) }, {}] } })
})

test('a birth in a year of two digits is read as the later one, with a warning if both are possible', async () => {
  const answers = { columns: { age: { heading: 'DOB', unit: 'born day/month/year', countedTo } } }
  const { rows, warnings } = await readRows([{ lines: table('DOB', ['26/07/24', '26/07/03', '26/07/2024']) }], {
    answers,
  })
  expect(rows.map((row) => row[3])).toEqual([1, 22, 1])
  expect(warnings).toMatchObject([
    { row: 2, value: '26/07/24', reason: 'The year has two digits. The age may also be 101' },
  ])
})
