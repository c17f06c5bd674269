import { expect, test } from 'vitest'
import { expectLayout, type Layout } from '../../../testing/patients/layouts.ts'
import { type Line, readQuestions, readRows, shown } from '../../../testing/patients/sheets.ts'

const known = ['Member ID', 'Subject ID', 'Sex', 'Age', 'Height(cm)', 'Weight(kg)']
const one: Line = ['1', 'S1', 'F', 40, 170, 70]
const two: Line = ['2', 'S2', 'M', 50, 180, 80]
const mapped = { memberId: '1', subjectId: 'S1', sex: 'Female', age: 40, height: 170, weight: 70 }
const sexes = { sex: { '1': 'Male', '2': 'Female' } }

/** Files as they come from clinics, registries and studies, and what becomes of them. */
const layouts: Record<string, Layout> = {
  'known headings ask nothing': { sheets: [known, one, two], asks: [], patients: [mapped, { memberId: '2' }] },
  'other names of columns': {
    sheets: [
      ['MRN', 'Gender', 'Age', 'SBP', 'DBP', 'HTN', 'DM', 'Stroke'],
      ['7', 'F', 40, 120, 80, 'Stage 1', 'Type 2', 'none'],
      ['8', 'M', 41, 130, 90, 'Normal', 'Type 1', 'none'],
    ],
    asks: [
      'column:memberId',
      'column:sex',
      'column:systolicBloodPressure',
      'column:diastolicBloodPressure',
      'column:hypertension',
      'column:diabetes',
      'either:cerebralInfarction+cerebrovascularDisease',
    ],
    says: { columns: { cerebralInfarction: { heading: 'Stroke' }, cerebrovascularDisease: null } },
    patients: [
      {
        memberId: '7',
        sex: 'Female',
        systolicBloodPressure: 120,
        diastolicBloodPressure: 80,
        hypertension: 'Stage 1',
        diabetes: 'Type 2',
        cerebralInfarction: 'none',
      },
      { memberId: '8', sex: 'Male' },
    ],
  },
  'a running number from 1 is proposed as member ID': {
    sheets: [['#', 'Age', 'Sex'], ...Array.from({ length: 300 }, (_, index): Line => [index + 1, 40, 'F'])],
    asks: ['column:memberId'],
    patients: Array.from({ length: 300 }, (_, index) => ({ memberId: String(index + 1) })),
  },
  'a stroke may be an infarction or any disease of the vessels of the brain': {
    sheets: [
      ['Member ID', 'Subject ID', 'Stroke'],
      ['1', 'S1', 'lacunar'],
      ['2', 'S2', null],
    ],
    asks: ['either:cerebralInfarction+cerebrovascularDisease'],
    says: { columns: { cerebralInfarction: null, cerebrovascularDisease: { heading: 'Stroke' } } },
    patients: [{ cerebralInfarction: null, cerebrovascularDisease: 'lacunar' }, { cerebrovascularDisease: null }],
  },
  'an M beside an H is a woman': {
    sheets: [
      ['Member ID', 'Subject ID', 'Sexo'],
      ['1', 'S1', 'H'],
      ['2', 'S2', 'M'],
    ],
    asks: ['column:sex', 'words:sex'],
    patients: [{ sex: 'Male' }, { sex: 'Female' }],
  },
  'a measurement of which every value is another one is no member ID': {
    sheets: [
      ['Pedigree', 'Key', 'Age', 'Height'],
      [0.627, 'K-7', 40, 170],
      [0.351, 'K-8', 41, 180],
    ],
    asks: ['column:memberId'],
    patients: [
      { memberId: 'K-7', age: 40 },
      { memberId: 'K-8', age: 41 },
    ],
  },
  'one blood pressure is the one that its values are of': {
    sheets: [
      ['Member ID', 'Subject ID', 'BloodPressure'],
      ['1', 'S1', 72],
      ['2', 'S2', 66],
      ['3', 'S3', 80],
    ],
    asks: ['column:diastolicBloodPressure'],
    patients: [
      { memberId: '1', diastolicBloodPressure: 72, systolicBloodPressure: null },
      { memberId: '2' },
      { memberId: '3' },
    ],
  },
  'pounds and inches in the headings': {
    sheets: [
      ['Member ID', 'Subject ID', 'Sex', 'Weight (lb)', 'Height (in)'],
      ['1', 'S1', 'F', 154, 66],
      ['2', 'S2', 'M', 200, 72],
    ],
    asks: ['column:height', 'column:weight'],
    patients: [
      { weight: 69.853, height: 167.64 },
      { weight: 90.718, height: 182.88 },
    ],
  },
  'pounds in a number format': {
    sheets: [
      ['Member ID', 'Subject ID', 'Weight'],
      ['1', 'S1', shown(154, ' lb')],
      ['2', 'S2', shown(200, ' lb')],
    ],
    asks: ['column:weight'],
    patients: [{ weight: 69.853 }, { weight: 90.718 }],
  },
  'a row of units below the headings': {
    sheets: [
      ['Member ID', 'Subject ID', 'Height', 'Weight'],
      [null, null, '(cm)', '(lbs)'],
      ['1', 'S1', 170, 154],
    ],
    asks: ['column:weight'],
    patients: [{ memberId: '1', height: 170, weight: 69.853 }],
  },
  'a row of units that the answer contradicts': {
    sheets: [
      ['Member ID', 'Subject ID', 'Weight'],
      [null, null, 'lbs'],
      ['1', 'S1', 70],
    ],
    asks: ['column:weight'],
    says: { columns: { weight: { heading: 'Weight', unit: 'kg' } } },
    patients: [{ weight: 70 }],
    warns: ['This row says lb, the column is read as kg'],
  },
  'joined sheets whose rows of units differ': {
    sheets: [
      {
        name: 'North',
        lines: [
          ['Member ID', 'Subject ID', 'Weight'],
          [null, null, 'kg'],
          ['1', 'S1', 70],
        ],
      },
      {
        name: 'South',
        lines: [
          ['Member ID', 'Subject ID', 'Weight'],
          [null, null, 'lb'],
          ['2', 'S2', 154],
        ],
      },
    ],
    asks: ['sheets'],
    says: { sheets: ['North', 'South'] },
    patients: [{ weight: 70 }, { weight: 154 }],
    warns: ['This row says lb, the column is read as kg'],
  },
  'a unit below a heading that only an answer explains': {
    sheets: [
      ['Member ID', 'Subject ID', 'How heavy'],
      [null, null, 'lbs'],
      ['1', 'S1', 154],
    ],
    asks: [],
    says: { columns: { weight: { heading: 'How heavy' } } },
    patients: [{ weight: 69.853 }],
  },
  'heights in metres without a unit': {
    sheets: [
      ['Member ID', 'Subject ID', 'Height'],
      ['1', 'S1', 1.7],
      ['2', 'S2', 1.82],
    ],
    asks: ['column:height'],
    patients: [{ height: 170 }, { height: 182 }],
  },
  'body surface areas are not proposed as heights': {
    sheets: [
      ['Member ID', 'Subject ID', 'BSA'],
      ...[1.62, 1.7, 1.75, 1.81, 1.9, 1.94].map((area, index): Line => [`${index + 1}`, `S${index + 1}`, area]),
    ],
    asks: [],
    patients: Array.from({ length: 6 }, () => ({ height: null })),
  },
  'CVD may be a disease of the heart or of the brain: it is not proposed': {
    sheets: [
      ['Member ID', 'Subject ID', 'CVD'],
      ['1', 'S1', 'angina'],
      ['2', 'S2', 'none'],
    ],
    asks: [],
    patients: [{ cerebrovascularDisease: null }, { cerebrovascularDisease: null }],
  },
  'feet and inches in one cell': {
    sheets: [
      ['Member ID', 'Subject ID', 'Height (ft)'],
      ['1', 'S1', `5' 7"`],
      ['2', 'S2', '6 ft'],
    ],
    asks: ['column:height'],
    patients: [{ height: 170.18 }, { height: 182.88 }],
  },
  'ages in months': {
    sheets: [
      ['Member ID', 'Subject ID', 'Age (months)'],
      ['1', 'S1', 18],
      ['2', 'S2', 480],
    ],
    asks: ['column:age'],
    patients: [{ age: 1 }, { age: 40 }],
  },
  'ages in days that no heading names': {
    sheets: [
      ['Member ID', 'Subject ID', 'Age'],
      ['1', 'S1', 11_415],
      ['2', 'S2', 12_510],
    ],
    asks: ['column:age'],
    patients: [{ age: 31 }, { age: 34 }],
  },
  'a column that says the unit of each age': {
    sheets: [
      ['Member ID', 'Subject ID', 'Age', 'age_unit'],
      ['1', 'S1', 4, 'months'],
      ['2', 'S2', 40, 'years'],
      ['3', 'S3', 41, null],
      ['4', 'S4', 800, 'Days'],
      ['5', 'S5', 3, 'wk'],
    ],
    asks: ['column:age'],
    patients: [{ age: 0 }, { age: 40 }, { age: 41 }, { age: 2 }, { age: 0 }],
  },
  'a column of units that stands before others and is named after the weight': {
    sheets: [
      ['MRN', 'Peso', 'Sexo', 'Unidad de peso'],
      ['A1', 154, 'F', 'lb'],
      ['A2', 70, 'M', 'kg'],
    ],
    asks: ['column:memberId', 'column:sex', 'column:weight'],
    patients: [{ weight: 69.853 }, { weight: 70 }],
  },
  'a column whose values are units belongs to the pressures before it': {
    sheets: [
      ['Member ID', 'Subject ID', 'SBP', 'DBP', 'as'],
      ['1', 'S1', 16, 10.7, 'kPa'],
      ['2', 'S2', 120, 80, 'mmHg'],
    ],
    asks: ['column:systolicBloodPressure', 'column:diastolicBloodPressure'],
    patients: [
      { systolicBloodPressure: 120.01, diastolicBloodPressure: 80.257 },
      { systolicBloodPressure: 120, diastolicBloodPressure: 80 },
    ],
  },
  'a unit in a column of units that the measurement does not have': {
    sheets: [
      ['Member ID', 'Subject ID', 'Weight', 'Weight unit'],
      ['1', 'S1', 154, 'lb'],
      ['2', 'S2', 70, 'kg'],
    ],
    asks: ['column:weight'],
    says: { columns: { weight: { heading: 'Weight', unitHeading: 'Subject ID' } } },
    rejected: 'Sheet1, row 2, Weight, 154: “S1” beside it is not one of its units',
  },
  'a column of one letter beside the age is no column of units': {
    sheets: [
      ['Member ID', 'Subject ID', 'Age', 'Smoker'],
      ['1', 'S1', 40, 'd'],
      ['2', 'S2', 41, 'd'],
    ],
    asks: [],
    patients: [{ age: 40 }, { age: 41 }],
  },
  'dates of birth': {
    sheets: [
      ['Member ID', 'Subject ID', 'DOB'],
      ['1', 'S1', { type: 'date', iso: '1980-03-02', text: '29282' }],
      ['2', 'S2', '1990-03-01'],
    ],
    asks: ['column:age'],
    says: { columns: { age: { heading: 'DOB', unit: 'date of birth', countedTo: '2026-03-01' } } },
    patients: [{ age: 45 }, { age: 36 }],
  },
  'both pressures in one column': {
    sheets: [
      ['Member ID', 'Subject ID', 'Blood Pressure'],
      ['1', 'S1', '120/80'],
      ['2', 'S2', '135 / 85'],
    ],
    asks: ['column:systolicBloodPressure+diastolicBloodPressure'],
    patients: [
      { systolicBloodPressure: 120, diastolicBloodPressure: 80 },
      { systolicBloodPressure: 135, diastolicBloodPressure: 85 },
    ],
  },
  'pressures in kPa': {
    sheets: [
      ['Member ID', 'Subject ID', 'SBP (kPa)', 'DBP (kPa)'],
      ['1', 'S1', 16, 10.7],
    ],
    asks: ['column:systolicBloodPressure', 'column:diastolicBloodPressure'],
    patients: [{ systolicBloodPressure: 120.01, diastolicBloodPressure: 80.257 }],
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
  'a word for unknown in the place of numbers': {
    sheets: [
      ['Member ID', 'Subject ID', 'Weight'],
      ['1', 'S1', 'Unknown'],
      ['2', 'S2', 80],
    ],
    asks: ['words:weight'],
    says: { words: { weight: { Unknown: null } } },
    patients: [{ weight: null }, { weight: 80 }],
  },
  'numbers that mean missing, when that is said': {
    sheets: [
      ['Member ID', 'Subject ID', 'Weight', 'SBP'],
      ['1', 'S1', -9, 999],
      ['2', 'S2', 80, 120],
    ],
    asks: ['column:systolicBloodPressure', 'missing:weight:-9', 'missing:systolicBloodPressure:999'],
    says: {
      columns: {
        weight: { heading: 'Weight', missing: [-9] },
        systolicBloodPressure: { heading: 'SBP', missing: [999] },
      },
    },
    patients: [
      { weight: null, systolicBloodPressure: null },
      { weight: 80, systolicBloodPressure: 120 },
    ],
  },
  'decimal commas, units and limits in cells': {
    sheets: [
      ['Member ID', 'Subject ID', 'BMI', 'Weight', 'Age'],
      ['1', 'S1', '27,27', '63 kg', '>89'],
      ['2', 'S2', '24.5', '140 lb', 40],
    ],
    asks: ['reading:age:limit', 'reading:weight:unit_in_cell', 'reading:bmi:decimal_comma'],
    patients: [
      { bmi: 27.27, weight: 63, age: 89 },
      { bmi: 24.5, weight: 63.503, age: 40 },
    ],
  },
  'heights in feet with a hyphen, and texts with many decimals': {
    sheets: [
      ['Member ID', 'Subject ID', 'Height (ft)', 'BMI'],
      ['1', 'S1', '4-11', '21.490285513793253'],
      ['2', 'S2', '5 10', '21.6412743'],
    ],
    asks: ['column:height'],
    patients: [
      { height: 149.86, bmi: 21.490285513793253 },
      { height: 177.8, bmi: 21.6412743 },
    ],
  },
  'a known column whose values are not read is asked about': {
    sheets: [
      ['Member ID', 'Subject ID', 'Stature'],
      ['1', 'S1', 'tall'],
      ['2', 'S2', 'short'],
    ],
    asks: ['column:height'],
    says: { columns: { height: null } },
    patients: [{ height: null }, { height: null }],
  },
  'decimal feet may be feet and inches: the unit is chosen': {
    sheets: [
      ['Member ID', 'Subject ID', 'Height (ft)'],
      ['1', 'S1', 5.5],
      ['2', 'S2', 6.1],
    ],
    asks: ['column:height'],
    says: { columns: { height: { heading: 'Height (ft)', unit: 'ft' } } },
    patients: [{ height: 167.64 }, { height: 185.928 }],
  },
  'grams with separators of thousands': {
    sheets: [
      ['Member ID', 'Subject ID', 'Weight'],
      ['1', 'S1', '3,450 g'],
      ['2', 'S2', '2 900 g'],
    ],
    asks: ['reading:weight:thousands', 'reading:weight:unit_in_cell'],
    patients: [{ weight: 3.45 }, { weight: 2.9 }],
  },
  'three decimals behind a comma are decimals where others are': {
    sheets: [
      ['Member ID', 'Subject ID', 'BMI'],
      ['1', 'S1', '21,641'],
      ['2', 'S2', '27,2'],
    ],
    asks: ['reading:bmi:decimal_comma'],
    patients: [{ bmi: 21.641 }, { bmi: 27.2 }],
  },
  'a comma is decimal where thousands are not possible': {
    sheets: [
      ['Member ID', 'Subject ID', 'BMI'],
      ['1', 'S1', '21,641'],
      ['2', 'S2', '27,268'],
    ],
    asks: ['reading:bmi:decimal_comma'],
    patients: [{ bmi: 21.641 }, { bmi: 27.268 }],
  },
  'stones and pounds': {
    sheets: [
      ['Member ID', 'Subject ID', 'Weight'],
      ['1', 'S1', '11 st 4 lb'],
      ['2', 'S2', '10st'],
    ],
    asks: ['reading:weight:unit_in_cell'],
    patients: [{ weight: 71.668 }, { weight: 63.503 }],
  },
  'digits of other scripts': {
    sheets: [
      ['Member ID', 'Subject ID', 'Age', 'Weight', 'BP'],
      ['1', 'S1', '３１', '٥٠٫٥', '１６１／８９'],
      ['2', 'S2', '۴۲', '７０．５', 'RR 120/80'],
      ['3', 'S3', '४३', '70', '161-89'],
    ],
    asks: ['column:systolicBloodPressure+diastolicBloodPressure'],
    patients: [
      { age: 31, weight: 50.5, systolicBloodPressure: 161, diastolicBloodPressure: 89 },
      { age: 42, weight: 70.5, systolicBloodPressure: 120, diastolicBloodPressure: 80 },
      { age: 43, weight: 70, systolicBloodPressure: 161, diastolicBloodPressure: 89 },
    ],
  },
  'headings that say nothing, mapped by hand': {
    sheets: [
      ['Kartei', 'X1', 'X2', 'X3'],
      ['K-1', 40, 170, 70],
      ['K-2', 41, 180, 80],
    ],
    asks: ['column:memberId'],
    says: {
      columns: { age: { heading: 'X1' }, height: { heading: 'X2', unit: 'cm' }, weight: { heading: 'X3', unit: 'kg' } },
    },
    patients: [
      { memberId: 'K-1', age: 40, height: 170, weight: 70 },
      { memberId: 'K-2', age: 41, height: 180, weight: 80 },
    ],
  },
  'decimal commas that are declined': {
    sheets: [
      ['Member ID', 'Subject ID', 'BMI'],
      ['1', 'S1', '27,27'],
    ],
    asks: ['reading:bmi:decimal_comma'],
    says: { columns: { bmi: { heading: 'BMI', readings: [] } } },
    rejected: 'Sheet1, row 2, BMI, 27,27: Not a number, unless the comma is a decimal point',
  },
  'totals, footnotes and empty rows': {
    sheets: [known, one, two, [], ['Mean', null, null, 45, 175, 75], ['* measured twice'], ['Source: ward 3']],
    asks: ['rows:unlike'],
    says: { unlikeRows: 'leave_out' },
    patients: [mapped, { memberId: '2' }],
  },
  'a total that is a patient after all': {
    sheets: [known, one, ['Total', null, null, 45, 175, 75]],
    asks: ['rows:unlike'],
    says: { unlikeRows: 'import' },
    patients: [mapped, { memberId: 'Total', age: 45 }],
  },
  'rows with nothing but what formulas, boxes and lists leave': {
    sheets: [
      known,
      one,
      two,
      ['', '', '', '', { type: 'error', code: '#DIV/0!' }, 0],
      [null, null, 'Select', { type: 'boolean', value: false }, null, ' '],
    ],
    asks: [],
    patients: [mapped, { memberId: '2' }],
  },
  'rows without an ID, left out': {
    sheets: [known, one, two, [null, null, null, 45, null, null], [null, 'S9', 'F', 40, 170, 70]],
    asks: ['rows:without_id'],
    says: { rowsWithoutId: 'leave_out' },
    patients: [mapped, { memberId: '2' }],
  },
  'rows without an ID, listed': {
    sheets: [known, one, two, [null, null, null, 45, null, null]],
    asks: ['rows:without_id'],
    says: { rowsWithoutId: 'reject' },
    rejected: 'Sheet1, row 4, Member ID, : Missing. Every row needs one',
  },
  'rows without an ID, in the column that was chosen for it': {
    sheets: [
      [...known, 'Chart'],
      [...one, 'C-1'],
      [...two, null],
    ],
    asks: [],
    says: { columns: { memberId: { heading: 'Chart' } }, rowsWithoutId: 'leave_out' },
    patients: [{ memberId: 'C-1', age: 40 }],
  },
  'headings that are repeated on each page': {
    sheets: [known, one, known, two],
    asks: [],
    patients: [mapped, { memberId: '2' }],
  },
  'wards with their totals': {
    sheets: [
      known,
      ['North ward'],
      one,
      two,
      ['Average (n=2)', null, null, 45, 175, 75],
      ['South ward'],
      ['3', 'S3', 'F', 60, 160, 60],
      ['Confidential'],
    ],
    asks: ['rows:unlike'],
    says: { unlikeRows: 'leave_out' },
    patients: [mapped, { memberId: '2' }, { memberId: '3' }],
  },
  'only rows without an ID': {
    sheets: [known, [null, 'S1', 'F', 40, 170, 70]],
    asks: ['rows:without_id'],
    says: { rowsWithoutId: 'leave_out' },
    rejected: 'Every row below the headings was left out. Nothing was imported.',
  },
  'several rows of one ID: the last': {
    sheets: [known, one, [...one.slice(0, 5), 99], two],
    asks: ['repeated_ids'],
    says: { repeatedIds: 'last' },
    patients: [{ memberId: '1', weight: 99 }, { memberId: '2' }],
  },
  'several rows of one ID: the first': {
    sheets: [known, one, [...one.slice(0, 5), 99], two],
    asks: ['repeated_ids'],
    says: { repeatedIds: 'first' },
    patients: [{ memberId: '1', weight: 70 }, { memberId: '2' }],
  },
  'several rows of one ID: none': {
    sheets: [known, one, [...one.slice(0, 5), 99], two],
    asks: ['repeated_ids'],
    says: { repeatedIds: 'reject' },
    rejected: 'Sheet1, row 3, Member ID, 1: Appears twice, first in row 2',
  },
  'merged cells fill down when that is said': {
    sheets: [
      {
        lines: [
          ['Member ID', 'Subject ID', 'Sex'],
          ['1', 'S1', 'F'],
          ['2', 'S2', null],
          ['3', 'S3', 'M'],
        ],
        merged: [{ firstRow: 2, lastRow: 3, firstColumn: 2, lastColumn: 2 }],
      },
    ],
    asks: ['merged'],
    says: { fillMerged: true },
    patients: [{ sex: 'Female' }, { sex: 'Female' }, { sex: 'Male' }],
  },
  '[import-33] a hidden column gives way to a visible one of the same meaning': {
    sheets: [
      {
        lines: [
          ['Member ID', 'Weight (kg)', 'Weight today', 'Age'],
          ['A1', 53, 49, 40],
          ['A2', 54, 50, 41],
        ],
        hiddenColumns: [1],
      },
    ],
    asks: ['column:weight'],
    patients: [{ weight: 49 }, { weight: 50 }],
  },
  'a hidden column that nothing else resembles is read': {
    sheets: [
      {
        lines: [
          ['Member ID', 'Weight (kg)', 'Age'],
          ['A1', 53, 40],
        ],
        hiddenColumns: [1],
      },
    ],
    asks: [],
    patients: [{ weight: 53 }],
  },
  '[import-33] of two columns with one known heading, the visible one is read': {
    sheets: [
      {
        lines: [
          ['Member ID', 'Weight (kg)', 'Weight', 'Age'],
          ['A1', 53, 49, 40],
        ],
        hiddenColumns: [1],
      },
    ],
    asks: [],
    patients: [{ weight: 49 }],
  },
  'an ID that its number format shows': {
    sheets: [
      ['Member ID', 'Subject ID', 'Sex'],
      [shown(41, '', 'MRN-', 5), 'S1', 'F'],
    ],
    asks: [],
    patients: [{ memberId: 'MRN-00041' }],
  },
  'hospitals in several sheets, joined': {
    sheets: [
      { name: 'North', lines: [known, one] },
      { name: 'South', lines: [known, two, ['3', 'S3', 'F', 30, 165, 60]] },
      { name: 'Notes', lines: [['Made in March']] },
    ],
    asks: ['sheets'],
    says: { sheets: ['North', 'South'] },
    patients: [mapped, { memberId: '2' }, { memberId: '3' }],
  },
  'a joined sheet without a column': {
    sheets: [
      { name: 'North', lines: [known, one] },
      { name: 'South', lines: [known.slice(0, 5), two.slice(0, 5)] },
    ],
    asks: ['sheets'],
    says: { sheets: ['North', 'South'] },
    patients: [mapped, { memberId: '2', weight: null }],
    warns: ['The column is missing in this sheet: its patients have no value'],
  },
  '[import-32] two months of the same patients: the last row is that of the later sheet, although it is named first': {
    sheets: [
      { name: 'October', lines: [known, [...one.slice(0, 5), 99]] },
      { name: 'November', lines: [known, one, two] },
    ],
    asks: ['sheets'],
    says: { sheets: ['November', 'October'], repeatedIds: 'last' },
    patients: [{ memberId: '1', weight: 70 }, { memberId: '2' }],
  },
  'one ID in two joined sheets': {
    sheets: [
      { name: 'North', lines: [known, one] },
      { name: 'South', lines: [known, one] },
    ],
    asks: ['sheets'],
    says: { sheets: ['North', 'South'], repeatedIds: 'reject' },
    rejected: 'South, row 2, Member ID, 1: Appears twice, first in row 2 of the sheet “North”',
  },
  'one of several sheets': {
    sheets: [
      { name: 'Template', lines: [known, one] },
      { name: 'Ward', lines: [known, two, ['3', 'S3', 'F', 30, 165, 60]] },
    ],
    asks: ['sheets'],
    says: { sheets: ['Ward'] },
    patients: [{ memberId: '2' }, { memberId: '3' }],
  },
  'a patient ID and no subject ID': {
    sheets: [
      ['patient_id', 'age_years', 'weight_kg'],
      ['7', 40, 70],
    ],
    asks: ['column:memberId'],
    patients: [{ memberId: '7', subjectId: null, age: 40, weight: 70 }],
    warns: ['The column is missing: no patient has one'],
  },
  'one heading twice': {
    sheets: [
      ['Member ID', 'Subject ID', 'Age', 'Age_years'],
      ['1', 'S1', 39, 40],
    ],
    asks: ['column:age'],
    says: { columns: { age: { heading: 'Age_years' } } },
    patients: [{ age: 40 }],
  },
  'two columns with the very same heading': {
    sheets: [
      ['Member ID', 'Subject ID', 'Weight', 'Weight'],
      ['1', 'S1', 70, 154],
    ],
    asks: ['column:weight'],
    says: { columns: { weight: { heading: 'Weight (column D)', unit: 'lb' } } },
    patients: [{ weight: 69.853 }],
  },
  'an ID that no heading names': {
    sheets: [
      ['Ward no.', 'Sex', 'Age', 'Weight (kg)'],
      ['W-1', 'F', 40, 70],
      ['W-2', 'M', 40, 70],
    ],
    asks: ['column:memberId'],
    patients: [{ memberId: 'W-1', sex: 'Female' }, { memberId: 'W-2' }],
  },
  'a sex that only its values show': {
    sheets: [
      ['Member ID', 'Subject ID', 'S.'],
      ['1', 'S1', 'F'],
      ['2', 'S2', 'M'],
    ],
    asks: ['column:sex'],
    patients: [{ sex: 'Female' }, { sex: 'Male' }],
  },
  'a column that is not in the file': {
    sheets: [
      ['Member ID', 'Subject ID', 'Gender'],
      ['1', 'S1', 'F'],
    ],
    asks: ['column:sex'],
    says: { columns: { sex: null } },
    patients: [{ sex: null }],
  },
  'no headings at all': {
    sheets: [
      ['1', 'x', 40],
      ['2', 'y', 50],
    ],
    asks: [],
    rejected:
      'No headings were found in the first 50 rows of the sheet, which begins with “1” and “x”. One row must name the columns: Member ID, Subject ID and so on, as in the template.',
  },
  'no rows': { sheets: [known], asks: [], rejected: 'There are no rows below the headings. Nothing was imported.' },
}

test.each(Object.entries(layouts))('%s', (_name, layout) => expectLayout(layout))

test.each<[string, Line[]]>([
  [
    'measurements',
    [
      ['Age', 'Sex', 'CRP', 'Platelets', 'Creatinine'],
      ...Array.from({ length: 24 }, (_, row): Line => [
        31 + row,
        'Male',
        1 + 37 * row,
        180_000 + 1_371 * row,
        0.7 + row / 100,
      ]),
    ],
  ],
  [
    'names',
    [
      ['Patient', 'Age', 'Sex'],
      ['Ann Lee', 40, 'F'],
      ['Bo Chan', 41, 'M'],
    ],
  ],
  [
    'an ID that is twice in the last of many rows',
    [['Key', 'Age', 'Sex'], ...Array.from({ length: 300 }, (_, row): Line => [`K-${row % 299}`, 40, 'F'])],
  ],
])('[import-25] no member ID is proposed from %s', async (_, lines) => {
  const { open } = await readQuestions([{ lines }])
  expect(open).toContainEqual(expect.objectContaining({ id: 'column:memberId', proposal: null }))
})

test('[import-36] a column that names the units of each value is said with its counts, and never left out where nothing is asked', async () => {
  const lines: Line[] = [
    ['Member ID', 'Subject ID', 'Age', 'Age unit'],
    ['1', 'S1', 4, 'months'],
    ['2', 'S2', 40, 'years'],
  ]
  const answers = { columns: { age: { heading: 'Age', unitHeading: 'Age unit' } } }
  const { reading } = await readRows([{ lines }], { answers })
  expect(reading.notes).toEqual(['“Age unit” names the unit of each Age: months in 1 row, years in 1 row.'])
  expect(reading.columnsLeftOut).toEqual([])
  await expect(readRows([{ lines }], { asksNothing: true })).rejects.toThrow(
    'In the sheet “Sheet1” the column “Age unit” names other units of “Age” than years. Convert them, or name it in columns.age.unitHeading of the field answers. Nothing was imported.',
  )
  expect((await readRows([{ lines }], { answers, asksNothing: true })).rows.map((row) => row[3])).toEqual([0, 40])
})
