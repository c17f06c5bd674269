import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import { expect, test } from 'vitest'
import { type Line, readQuestions } from '../../../../../testing/patients/sheets.ts'
import { checkAnswers } from './check-answers.ts'

const ward: Line[] = [
  ['MRN', 'Gender', 'Weight(kg)', 'BP'],
  ['1', 'F', 70, '120/80'],
  ['2', 'M', 80, '130/85'],
]
const { survey } = await readQuestions([{ name: 'Ward', lines: ward }])

test.each<[string, ImportAnswers, string[]]>([
  ['nothing', {}, []],
  ['all that can be', { sheets: ['Ward'], columns: { memberId: { heading: 'MRN' } } }, []],
  [
    'two pressures in one column',
    { columns: { systolicBloodPressure: { heading: 'BP' }, diastolicBloodPressure: { heading: 'BP' } } },
    [],
  ],
  ['a column that gives way', { columns: { weight: null, bmi: { heading: 'Weight(kg)' } } }, []],
  ['a sheet that is not there', { sheets: ['Other'] }, ['sheets: The file has no sheet “Other” with patients']],
  ['a sheet twice', { sheets: ['Ward', 'Ward'] }, ['sheets: List each sheet only once']],
  [
    'a heading that is not there',
    { columns: { sex: { heading: 'Sex' } } },
    ['columns.sex.heading: The file has no column “Sex”'],
  ],
  ['no member ID', { columns: { memberId: null } }, ['columns.memberId: Every row needs a Member ID']],
  [
    'the unit of another column',
    { columns: { weight: { heading: 'Weight(kg)', unit: 'cm' } } },
    ['columns.weight.unit: Must be one of kg, lb, st, g, oz'],
  ],
  [
    'a unit of a text',
    { columns: { sex: { heading: 'Gender', unit: 'kg' } } },
    ['columns.sex.unit: This column has no unit'],
  ],
  [
    'half of a weight',
    { columns: { weight: { heading: 'Weight(kg)', half: 'first' } } },
    ['columns.weight.half: Only blood pressures can be split'],
  ],
  [
    'one half twice',
    {
      columns: {
        systolicBloodPressure: { heading: 'BP', half: 'first' },
        diastolicBloodPressure: { heading: 'BP', half: 'first' },
      },
    },
    ['columns.diastolicBloodPressure.heading: “BP” is already Systolic BP (mmHg)'],
  ],
  [
    'a column that is another one for certain',
    { columns: { bmi: { heading: 'Weight(kg)' } } },
    ['columns.bmi.heading: “Weight(kg)” is already Weight(kg)'],
  ],
  [
    'words that mean what they cannot',
    { words: { sex: { '1': 'Man' }, weight: { heavy: '100' }, memberId: { '1': '2' } } },
    [
      'words.sex: Must be one of Male, Female, or null',
      'words.weight: Must be null: this text isn’t a value',
      'words.memberId: Must be null: this text isn’t a value',
    ],
  ],
])('answers are checked: %s', (_name, answers, errors) =>
  expect(checkAnswers(survey, answers).map(({ path, message }) => `${path}: ${message}`)).toEqual(errors),
)
