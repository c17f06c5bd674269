import { test } from 'vitest'
import { expectLayout, known, type Layout } from '../../../../../testing/patients/layouts.ts'
import type { Line } from '../../../../../testing/patients/sheets.ts'

const sexes = { sex: { '1': 'Male', '2': 'Female' } }

/** Tests the meanings of values, and which of them mean “missing”. */
const layouts: Record<string, Layout> = {
  'an M next to an H is a woman': {
    sheets: [
      ['Member ID', 'Subject ID', 'Sexo'],
      ['1', 'S1', 'H'],
      ['2', 'S2', 'M'],
    ],
    asks: ['column:sex', 'words:sex'],
    patients: [{ sex: 'Male' }, { sex: 'Female' }],
  },
  'a sex in codes': {
    sheets: [
      ['Member ID', 'Subject ID', 'Sex'],
      ['1', 'S1', 2],
      ['2', 'S2', 1],
    ],
    asks: ['words:sex'],
    says: { words: sexes },
    patients: [{ sex: 'Female' }, { sex: 'Male' }],
  },
  'a sex in another language': {
    sheets: [
      ['Member ID', 'Subject ID', 'Sex'],
      ['1', 'S1', 'weiblich'],
      ['2', 'S2', 'männlich'],
      ['3', 'S3', 'divers'],
    ],
    asks: ['words:sex'],
    says: { words: { sex: { weiblich: 'Female', männlich: 'Male', divers: null } } },
    patients: [{ sex: 'Female' }, { sex: 'Male' }, { sex: null }],
  },
  'a column headed by one sex that says yes or no': {
    sheets: [
      ['Member ID', 'Subject ID', 'male'],
      ['1', 'S1', 1],
      ['2', 'S2', 0],
    ],
    asks: ['column:sex', 'words:sex'],
    patients: [{ sex: 'Male' }, { sex: 'Female' }],
  },
  'boxes headed by one sex, of which one that is not ticked is an answer': {
    sheets: [
      ['Member ID', 'Subject ID', 'Female (yes/no)'],
      ['1', 'S1', { type: 'boolean', value: false }],
      ['2', 'S2', { type: 'boolean', value: true }],
      ['3', 'S3', null],
    ],
    asks: ['column:sex', 'words:sex'],
    patients: [{ sex: 'Male' }, { sex: 'Female' }, { sex: null }],
  },
  'a yes in German under the word for a man': {
    sheets: [
      ['Member ID', 'Subject ID', 'männlich'],
      ['1', 'S1', 'ja'],
      ['2', 'S2', 'nein'],
    ],
    asks: ['column:sex', 'words:sex'],
    patients: [{ sex: 'Male' }, { sex: 'Female' }],
  },
  'an f next to a t is no, under a sex': {
    sheets: [
      ['Member ID', 'Subject ID', 'is_female'],
      ['1', 'S1', 't'],
      ['2', 'S2', 'f'],
    ],
    asks: ['column:sex', 'words:sex'],
    patients: [{ sex: 'Female' }, { sex: 'Male' }],
  },
  'an F under “Male” without a t is a woman': {
    sheets: [
      ['Member ID', 'Subject ID', 'Male'],
      ['1', 'S1', 'F'],
      ['2', 'S2', 'M'],
    ],
    asks: ['column:sex'],
    patients: [{ sex: 'Female' }, { sex: 'Male' }],
  },
  'codes other than 0 and 1 under a sex, which are asked without a suggestion': {
    sheets: [
      ['Member ID', 'Subject ID', 'Male'],
      ['1', 'S1', 1],
      ['2', 'S2', 2],
    ],
    asks: ['column:sex', 'words:sex'],
    says: { words: { sex: { '1': 'Male', '2': 'Female' } } },
    patients: [{ sex: 'Male' }, { sex: 'Female' }],
  },
  'the number of women is not a sex': {
    sheets: [
      ['Member ID', 'Subject ID', 'Age', 'Female'],
      ...[12, 40, 33, 28, 51, 47].map((women, at): Line => [`P-${at}`, `S-${at}`, 40, women]),
    ],
    asks: [],
    patients: Array.from({ length: 6 }, () => ({ sex: null })),
  },
  'a sex as m, f and t': {
    sheets: [
      ['Member ID', 'Subject ID', 'Sex'],
      ['1', 'S1', 'm'],
      ['2', 'S2', 'f'],
      ['3', 'S3', 't'],
    ],
    asks: ['words:sex'],
    says: { words: { sex: { t: null } } },
    patients: [{ sex: 'Male' }, { sex: 'Female' }, { sex: null }],
  },
  'checkboxes: an unticked one is empty, and the meaning of a ticked one is asked': {
    sheets: [
      ['Member ID', 'Subject ID', 'Sex', 'Age', 'Hypertension', 'Diabetes'],
      ['1', 'S1', 'F', 40, { type: 'boolean', value: false }, { type: 'boolean', value: true }],
      [
        '2',
        'S2',
        'M',
        { type: 'boolean', value: false },
        { type: 'boolean', value: false },
        { type: 'boolean', value: false },
      ],
    ],
    asks: ['words:diabetes'],
    says: { words: { diabetes: { TRUE: 'Diabetes' } } },
    patients: [
      { hypertension: null, diabetes: 'Diabetes' },
      { age: null, hypertension: null, diabetes: null },
    ],
  },
  'a sex in symbols': {
    sheets: [
      ['Member ID', 'Subject ID', 'Sex'],
      ['1', 'S1', '♀'],
      ['2', 'S2', '♂'],
    ],
    asks: ['words:sex'],
    patients: [{ sex: 'Female' }, { sex: 'Male' }],
  },
  'diagnoses in codes': {
    sheets: [
      ['Member ID', 'Subject ID', 'Diabetes'],
      ['1', 'S1', 1],
      ['2', 'S2', 0],
    ],
    asks: ['words:diabetes'],
    says: { words: { diabetes: { '1': 'Diabetes', '0': null } } },
    patients: [{ diabetes: 'Diabetes' }, { diabetes: null }],
  },
  'words for missing': {
    sheets: [
      [...known, 'Diabetes'],
      ['1', 'S1', 'N/A', 'NaN', '?', '--', 'NULL'],
      ['2', 'S2', 'F', { type: 'error', code: '#NAME?' }, '.', 'nil', 'n/a'],
    ],
    asks: [],
    patients: [
      { sex: null, age: null, height: null, weight: null, diabetes: null },
      { sex: 'Female', age: null, height: null, weight: null, diabetes: null },
    ],
  },
  'a word for unknown in place of numbers': {
    sheets: [
      ['Member ID', 'Subject ID', 'Weight'],
      ['1', 'S1', 'Unknown'],
      ['2', 'S2', 80],
    ],
    asks: ['words:weight'],
    says: { words: { weight: { Unknown: null } } },
    patients: [{ weight: null }, { weight: 80 }],
  },
}

test.each(Object.entries(layouts))('values are interpreted: %s', (_name, layout) => expectLayout(layout))
