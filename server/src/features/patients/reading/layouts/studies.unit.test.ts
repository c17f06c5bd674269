import { test } from 'vitest'
import { expectLayout, type Layout } from '../../../../../testing/patients/layouts.ts'

const six = <Item>(of: (row: number) => Item): Item[] => Array.from({ length: 6 }, (_, row) => of(row))

/** Files in the forms of public data sets, standards and clinics’ exports, with invented values. */
const layouts: Record<string, Layout> = {
  'an intensive-care data set, whose subject_id is the member ID': {
    sheets: [
      ['subject_id', 'hadm_id', 'gender', 'anchor_age', 'weight_admit'],
      ...six((row) => [10_000_032 + 7 * row, 22_595_853 + row, row % 2 === 0 ? 'F' : 'M', 40 + row, 70.5 + row]),
    ],
    asks: ['column:memberId', 'column:sex', 'column:age', 'column:weight'],
    says: {
      columns: {
        age: { heading: 'anchor_age' },
        weight: { heading: 'weight_admit', unit: 'kg' },
      },
    },
    patients: six((row) => ({
      memberId: `${10_000_032 + 7 * row}`,
      subjectId: null,
      age: 40 + row,
      weight: 70.5 + row,
    })),
  },
  'visits of subjects without a member ID': {
    sheets: [
      ['Subject ID', 'Visit', 'Sex', 'Age'],
      ...six((row) => [`S${Math.floor(row / 2)}`, 1 + (row % 2), 'F', 40 + row]),
    ],
    asks: ['column:memberId', 'repeated_ids'],
    says: { repeatedIds: 'last' },
    patients: [
      { memberId: 'S0', age: 41 },
      { memberId: 'S1', age: 43 },
      { memberId: 'S2', age: 45 },
    ],
  },
  'names of subjects without a member ID': {
    sheets: [
      ['Subject ID', 'Sex', 'Age'],
      ['Ann', 'F', 40],
      ['Bea', 'F', 41],
    ],
    asks: ['column:memberId', 'column:subjectId'],
    says: { columns: { memberId: { heading: 'Subject ID' }, subjectId: null } },
    patients: [{ memberId: 'Ann', subjectId: null }, { memberId: 'Bea' }],
  },
  'a biobank, whose headings are numbers of fields': {
    sheets: [
      ['eid', '31-0.0', '21022-0.0', '50-0.0'],
      ...six((row) => [1_000_013 + row, row % 2, 40 + row, 160 + row]),
    ],
    asks: ['column:memberId', 'column:age', 'column:height', 'column:weight'],
    says: {
      columns: {
        weight: null,
        memberId: { heading: 'eid' },
        sex: { heading: '31-0.0' },
        age: { heading: '21022-0.0' },
        height: { heading: '50-0.0', unit: 'cm' },
      },
      words: { sex: { '0': 'Female', '1': 'Male' } },
    },
    patients: six((row) => ({ memberId: `${1_000_013 + row}`, age: 40 + row, height: 160 + row })),
  },
  'a heart study with three visits of each participant': {
    sheets: [
      ['RANDID', 'SEX', 'AGE', 'SYSBP', 'DIABP', 'PERIOD'],
      ...six((row) => [2_448 + Math.floor(row / 3), 1, 39 + 6 * (row % 3), 106 + row, 70 + row, 1 + (row % 3)]),
    ],
    asks: [
      'column:memberId',
      'column:systolicBloodPressure',
      'column:diastolicBloodPressure',
      'words:sex',
      'repeated_ids',
    ],
    says: { words: { sex: { '1': 'Male' } }, repeatedIds: 'last' },
    patients: [
      { memberId: '2448', sex: 'Male', age: 51, systolicBloodPressure: 108, diastolicBloodPressure: 72 },
      { memberId: '2449', systolicBloodPressure: 111 },
    ],
  },
  'a data set in snake case, with yes and no': {
    sheets: [
      ['Patient_ID', 'Age', 'Gender', 'Height_cm', 'Weight_kg', 'Systolic_BP', 'Has_Hypertension'],
      ['P1', 40, 'Female', 170, 70, 120, 'Yes'],
      ['P2', 41, 'Male', 180, 80, 130, 'No'],
    ],
    asks: ['column:memberId', 'column:sex', 'column:hypertension', 'words:hypertension'],
    says: { words: { hypertension: { Yes: 'Hypertension', No: null } } },
    patients: [
      {
        memberId: 'P1',
        sex: 'Female',
        height: 170,
        weight: 70,
        systolicBloodPressure: 120,
        hypertension: 'Hypertension',
      },
      { hypertension: null },
    ],
  },
  'height and weight in one column, which are not a blood pressure': {
    sheets: [['Pat.-Nr.', 'Alter', 'Größe/Gewicht'], ...six((row) => [4_711 + row, 40 + row, '170/80'])],
    asks: ['column:memberId', 'column:age'],
    patients: six((row) => ({
      memberId: `${4_711 + row}`,
      age: 40 + row,
      systolicBloodPressure: null,
    })),
  },
  'visual acuity, which is not a blood pressure': {
    sheets: [['MRN', 'Age', 'Visual'], ...six((row) => [`P${row}`, 40 + row, '20/40'])],
    asks: ['column:memberId'],
    patients: six(() => ({ systolicBloodPressure: null, diastolicBloodPressure: null })),
  },
  'dates of birth as a clinic types them': {
    sheets: [['MRN', 'DOB', 'Sex'], ...six((row) => [`00${row}`, `03/${14 + row}/1961`, 'F'])],
    asks: ['column:memberId', 'column:age'],
    says: { columns: { age: { heading: 'DOB', unit: 'born month/day/year', countedTo: '2026-03-01' } } },
    patients: six((row) => ({ memberId: `00${row}`, age: 64 })),
  },
  'a clinic with age and sex in one cell, which is left out': {
    sheets: [['UHID', 'Age/Sex', 'BP', 'Ht'], ...six((row) => [`UH${row}`, `${40 + row}Y/M`, '120/80', `5'6"`])],
    asks: [
      'column:memberId',
      'column:height',
      'column:systolicBloodPressure+diastolicBloodPressure',
      'reading:height:unit_in_cell',
    ],
    says: { columns: { height: { heading: 'Ht', unit: 'cm', readings: ['unit_in_cell'] } } },
    patients: six(() => ({ age: null, sex: null, height: 167.64, systolicBloodPressure: 120 })),
  },
  'a title row of groups above the headings': {
    sheets: [
      ['Patient', null, 'Anthropometry', null, 'Blood pressure'],
      ['ID', 'Sex', 'Height (cm)', 'Weight (kg)', 'Systolic', 'Diastolic'],
      ['C1', 'F', 160, 60, 120, 80],
    ],
    asks: ['column:memberId', 'column:systolicBloodPressure', 'column:diastolicBloodPressure'],
    patients: [{ memberId: 'C1', height: 160, systolicBloodPressure: 120, diastolicBloodPressure: 80 }],
  },
  'a table on its side': {
    sheets: [
      ['Member ID', 'A1', 'A2', 'A3'],
      ['Sex', 'M', 'F', 'M'],
      ['Age', 40, 41, 42],
    ],
    asks: [],
    rejected:
      'The sheet has Member ID in row 1, but no other heading. One row must contain the headings: Member ID, Subject ID and so on, as in the template.',
  },
  'a hospital whose language is not known, mapped by hand': {
    sheets: [
      ['รหัสผู้ป่วย', 'เพศ', 'อายุ', 'ส่วนสูง(cm)'],
      ['K-1', 'ญ', 40, 160],
      ['K-2', 'ช', 41, 171],
    ],
    asks: ['column:memberId'],
    says: {
      columns: { sex: { heading: 'เพศ' }, age: { heading: 'อายุ' }, height: { heading: 'ส่วนสูง(cm)' } },
      words: { sex: { ช: 'Male', ญ: 'Female' } },
    },
    patients: [
      { memberId: 'K-1', sex: 'Female', age: 40, height: 160 },
      { sex: 'Male', height: 171 },
    ],
  },
  'a common data model with years of birth': {
    sheets: [['person_id', 'gender_concept_id', 'year_of_birth'], ...six((row) => [101 + row, 8_507, 1950 + row])],
    asks: ['column:memberId', 'column:age'],
    says: { columns: { age: { heading: 'year_of_birth', unit: 'year of birth', countedTo: '2026-03-01' } } },
    patients: six((row) => ({ memberId: `${101 + row}`, age: 76 - row })),
  },
  'resources of an exchange format as columns': {
    sheets: [
      ['Patient.identifier', 'Patient.gender', 'Patient.birthDate'],
      ['f-1', 'female', '1961-03-14'],
    ],
    asks: ['column:memberId', 'column:sex', 'column:age'],
    says: { columns: { age: { heading: 'Patient.birthDate', unit: 'date of birth', countedTo: '2026-03-01' } } },
    patients: [{ memberId: 'f-1', sex: 'Female', age: 64 }],
  },
  'a submission data set: the study number is not a member ID, and the unit of ages is in the next column': {
    sheets: [
      ['STUDYID', 'USUBJID', 'AGE', 'AGEU', 'SEX'],
      ['ST1', 'ST1-101', 4, 'MONTHS', 'F'],
      ['ST1', 'ST1-102', 40, 'YEARS', 'M'],
    ],
    asks: ['column:memberId', 'column:age'],
    patients: [
      { memberId: 'ST1-101', subjectId: null, age: 0, sex: 'Female' },
      { memberId: 'ST1-102', age: 40 },
    ],
  },
  'ideal and target weights': {
    sheets: [
      ['MRN', 'Ideal body weight (kg)', 'Target weight', 'Weight (kg)', 'Target SBP', 'SBP'],
      ['C1', 60, 65, 80, 130, 150],
    ],
    asks: ['column:memberId', 'column:systolicBloodPressure'],
    patients: [{ memberId: 'C1', weight: 80, systolicBloodPressure: 150 }],
  },
  'ages and weights with units in the cells': {
    sheets: [
      ['Member ID', 'Subject ID', 'Age', 'Weight'],
      ['1', 'S1', '45 years', '70kg'],
      ['2', 'S2', '8 months', '154lb'],
    ],
    asks: ['reading:age:unit_in_cell', 'reading:weight:unit_in_cell'],
    patients: [
      { age: 45, weight: 70 },
      { age: 0, weight: 69.853 },
    ],
  },
}

test.each(Object.entries(layouts))('a file in the form of a study is read: %s', (_name, layout) => expectLayout(layout))
