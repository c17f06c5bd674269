import { expect, test } from 'vitest'
import { expectLayout, known, type Layout, mapped, one, two } from '../../../../../testing/patients/layouts.ts'
import { type Line, readQuestions, shown } from '../../../../../testing/patients/sheets.ts'

/** Tests which columns of a file are which, and what is asked about them. */
const layouts: Record<string, Layout> = {
  'a patient of words, without an ID, in the first row is no heading': {
    sheets: [
      ['Patient ID', 'Sex', 'Ward', null],
      [null, 'Female', 'East', 'new'],
      ['P-1', 'Male', 'West', 'new'],
    ],
    asks: ['column:memberId', 'rows:without_id'],
    says: { rowsWithoutId: 'leave_out' },
    patients: [{ memberId: 'P-1', sex: 'Male' }],
  },
  'two tables side by side: the first is read': {
    sheets: [
      ['Patient ID', 'Age', null, 'Patient ID', 'Age'],
      ['P-1', 40, null, 'P-2', 50],
      [null, null, null, 'P-3', 60],
    ],
    asks: ['column:memberId', 'column:age'],
    patients: [{ memberId: 'P-1', age: 40 }],
  },
  'headings in two rows': {
    sheets: [
      ['Member ID', 'Subject ID', 'Alter', 'Vitals', null, 'RR', null, 'Mother', null],
      [null, null, '[Jahre]', 'Height (cm)', 'Weight (kg)', 'syst.', 'diast.', 'Height', 'Weight'],
      ['1', 'S1', 40, 170, 70, 120, 80, 160, 60],
    ],
    asks: ['column:age', 'column:systolicBloodPressure', 'column:diastolicBloodPressure'],
    patients: [{ age: 40, height: 170, weight: 70, systolicBloodPressure: 120, diastolicBloodPressure: 80 }],
  },
  'known headings lead to no question': { sheets: [known, one, two], asks: [], patients: [mapped, { memberId: '2' }] },
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
  'a measurement with only different values is not a member ID': {
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
  'a single blood pressure is recognised by its values': {
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
  'unknown headings, mapped by hand': {
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
  'a hidden column gives way to a visible one of the same meaning': {
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
  'a pressure that never changes, and codes headed as a weight': {
    sheets: [
      ['Member ID', 'Subject ID', 'DBP', 'Peso (kg)'],
      ...Array.from({ length: 30 }, (_, at): Line => [`${at + 1}`, `S${at + 1}`, 80, at % 2]),
    ],
    asks: ['column:weight', 'column:diastolicBloodPressure'],
    says: { columns: { weight: null } },
    patients: Array.from({ length: 30 }, () => ({ diastolicBloodPressure: 80, weight: null })),
  },
  'columns whose headings are only their units': {
    sheets: [
      ['Member ID', 'Subject ID', 'Years', 'Stature de base (cm)'],
      ...Array.from({ length: 30 }, (_, at): Line => [`${at + 1}`, `S${at + 1}`, 20 + at, 150 + at]),
    ],
    asks: ['column:age', 'column:height'],
    patients: Array.from({ length: 30 }, (_, at) => ({ age: 20 + at, height: 150 + at })),
  },
  'a missing column is asked about if an unused one may be it': {
    sheets: [
      ['Member ID', 'Subject ID', 'Age', 'V1', 'Glucose (mg/dL)', 'Pulse', 'Visit'],
      ...Array.from({ length: 30 }, (_, at): Line => [
        `${at + 1}`,
        `S${at + 1}`,
        40,
        20.5 + (at % 9),
        90 + at,
        60 + at,
        1,
      ]),
    ],
    asks: ['column:weight', 'column:bmi'],
    says: { columns: { weight: null, bmi: { heading: 'V1' } } },
    patients: Array.from({ length: 30 }, (_, at) => ({ bmi: 20.5 + (at % 9), weight: null })),
  },
  'a legend beside the table gives way to the columns of the table': {
    sheets: [
      [...known, null, 'ID', 'Sex'],
      ['1', 'S1', 1, 40, 170, 70, null, 'K1', '1 = female'],
      ...Array.from({ length: 99 }, (_, at): Line => [`${at + 2}`, `S${at + 2}`, 2 - (at % 2), 50, 180, 80]),
    ],
    asks: ['words:sex'],
    says: { words: { sex: { 1: 'Female', 2: 'Male' } } },
    patients: [mapped, ...Array.from({ length: 99 }, (_, at) => ({ memberId: `${at + 2}` }))],
  },
  'a measure in one of a hundred rows is asked about, a rare diagnosis is not': {
    sheets: [
      [...known, 'BMI', 'Diabetes'],
      ...Array.from({ length: 100 }, (_, at): Line => {
        const rare = at === 0 ? [24, 'Type 2'] : []
        return [`${at}`, `S${at}`, 'F', 40, 170, 70, ...rare]
      }),
    ],
    asks: ['column:bmi'],
    patients: Array.from({ length: 100 }, () => ({ age: 40 })),
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
  'of two columns with one known heading, the visible one is read': {
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
  'a patient ID and no subject ID': {
    sheets: [
      ['patient_id', 'age_years', 'weight_kg'],
      ['7', 40, 70],
    ],
    asks: ['column:memberId'],
    patients: [{ memberId: '7', subjectId: null, age: 40, weight: 70 }],
    warns: ['The column is missing, so no patient has a value'],
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
  'an ID without a known heading': {
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
      'The sheet has no known heading in its first 50 rows and begins with “1” and “x”. One row must contain the headings: Member ID, Subject ID and so on, as in the template.',
  },
}

const babies = Array.from({ length: 6 }, (_, row) => row)
test('a length and a weight under unknown headings with units are suggested, and other measures are not', async () => {
  const { open } = await readQuestions([
    {
      lines: [
        ['Member ID', 'Subject ID', 'Glucose', 'Waist (cm)', 'Length (cm)', 'Birth weight (g)'],
        ...babies.map((row): Line => [`${row}`, `S${row}`, 85 + row, 80 + row, 46.5 + row, 2_900 + 100 * row]),
      ],
    },
  ])
  expect(open.map(({ id }) => id)).toEqual(['column:height', 'column:weight'])
  expect(open).toMatchObject([
    { isSure: false, proposal: { heading: 'Length (cm)', unit: 'cm' } },
    { isSure: false, proposal: { heading: 'Birth weight (g)', unit: 'g' } },
  ])
})

test.each([
  [22, ['column:bmi']],
  [32, []],
])('a BMI of %d that no heading names is asked about only if it fits the heights and weights', async (value, asked) => {
  const lines = Array.from({ length: 6 }, (_, row): Line => [
    `${row}`,
    `S${row}`,
    168 + row,
    62 + row,
    value + row / 10,
  ])
  const { open } = await readQuestions([
    {
      lines: [
        ['Member ID', 'Subject ID', 'Height(cm)', 'Weight(kg)', 'x1', 'Gender'],
        ...lines.map((line): Line => [...line, 'F']),
      ],
    },
  ])
  expect(open.map(({ id }) => id)).toEqual(['column:sex', ...asked])
})

test.each(['Age', 'Alter'])('a column of which most values cannot be read is never certain: %s', async (heading) => {
  const lines = ['40-49', '50-59', '60-69'].map((age, row): Line => [`${row}`, `S${row}`, age])
  const { open } = await readQuestions([{ lines: [['Member ID', 'Subject ID', heading], ...lines] }])
  expect(open).toMatchObject([{ id: 'column:age', isSure: false, proposal: { heading } }])
})

test.each<[string, string, Line, string, string | null | undefined]>([
  [
    'pressures of one arm',
    'BP right arm',
    ['120/80', '131/85'],
    'systolicBloodPressure+diastolicBloodPressure',
    'mmHg',
  ],
  ['pressures in cmHg', 'TA', ['12/8', '13/8'], 'systolicBloodPressure+diastolicBloodPressure', 'cmHg'],
  ['weights in two units', 'Birth weight', ['6 lb 8 oz', '7 lb 1 oz', '7 lb', '8 lb 3 oz'], 'weight', 'oz'],
  ['lengths with commas', 'Länge (cm)', ['49,5', '50,0', '51,5', '48,0'], 'height', 'cm'],
  [
    'sexes and another word',
    'Self-description',
    ['Male', ...Array.from({ length: 20 }, () => 'Female'), 'other'],
    'sex',
    null,
  ],
  ['another measurement of a pressure', 'SBP at night', [110, 120, 130, 140], 'height', undefined],
  ['respiratory rates', 'RR', [14, 18], 'systolicBloodPressure', undefined],
  ['groups of weights', 'Weight status', ['Normal', 'Obese'], 'weight', undefined],
  ["a parent's height", "Mother's height (cm)", [160, 165, 170, 158], 'height', undefined],
])('[import-33] what is suggested for a column: %s', async (_, heading, values, key, unit) => {
  const lines = values.map((value, row): Line => [`${row + 1}`, `S${row + 1}`, value])
  const { open } = await readQuestions([{ lines: [['MRN', 'Subject ID', heading], ...lines] }])
  const question = open.find(({ id }) => id === `column:${key}`)
  if (unit === undefined) expect(question).toBeUndefined()
  else expect(question).toMatchObject({ proposal: { heading, unit } })
})

test.each(Object.entries(layouts))('[import-33] columns are recognised: %s', (_name, layout) => expectLayout(layout))

test('[import-33] a column is asked about if a word of an unused heading names it', async () => {
  const lines = [180, 210, 150, 195].map((weight, row): Line => [`${row + 1}`, `S${row + 1}`, weight])
  const { open } = await readQuestions([{ lines: [['Member ID', 'Subject ID', 'WEIGHT2'], ...lines] }])
  expect(open).toMatchObject([{ id: 'column:weight', proposal: null }])
})

test('a note says which of two tables side by side is read', async () => {
  const heading = ['Patient ID', 'Age', 'Patient ID', 'Age']
  const { notes } = await readQuestions([{ lines: [heading, ['P-1', 40, 'P-2', 50]] }])
  expect(notes).toEqual([
    'Only patients in “Patient ID (column A)” are imported. To import those in “Patient ID (column C)”, move them below.',
  ])
})

test('values are asked about in rows with an ID only in the column that is suggested', async () => {
  const rows = Array.from({ length: 40 }, (_, row): Line => [
    row + 1,
    row < 4 ? row + 50 : null,
    row < 4 ? 'F' : '9',
    40,
  ])
  const { open } = await readQuestions([{ lines: [['id', 'case.id', 'Sex', 'Age'], ...rows] }])
  expect(open).toContainEqual(
    expect.objectContaining({ id: 'column:memberId', proposal: expect.objectContaining({ heading: 'id' }) }),
  )
  expect(open).toContainEqual(
    expect.objectContaining({
      id: 'words:sex',
      words: expect.arrayContaining([expect.objectContaining({ text: '9', rows: 36 })]),
    }),
  )
})

test('a row without an ID raises no question about its values if the heading of the IDs is certain', async () => {
  const rows = Array.from({ length: 40 }, (_, row): Line => [row + 1, row + 50, `M${row}`, 'F', 40])
  const total: Line = [null, 40, 'M40', 'all', 40]
  const { questions } = await readQuestions([
    { lines: [['Member ID', 'case.id', 'MRN', 'Sex', 'Age'], ...rows, total] },
  ])
  expect(questions.map(({ id }) => id)).not.toContain('words:sex')
})

const visits = Array.from({ length: 40 }, (_, row) => row)
test.each<[string, Line[], string]>([
  [
    'a complete and unique column before one that repeats',
    [['rownames', 'id', 'age', 'case.id'], ...visits.map((row): Line => [7 * row, row + 1, 40, (row % 20) + 5])],
    'id',
  ],
  [
    'the likelier heading, if one ID of 200 is there twice',
    [['No', 'MRN', 'Age'], ...Array.from({ length: 200 }, (_, row): Line => [row + 1, `M${Math.max(row, 1)}`, 40])],
    'MRN',
  ],
  [
    'the likelier heading, if every column repeats',
    [['No', 'MRN', 'Age'], ...visits.map((row): Line => [row % 7, row % 9, 40])],
    'MRN',
  ],
])('[import-25] the proposed member ID is %s', async (_, lines, heading) => {
  const { open } = await readQuestions([{ lines }])
  expect(open).toContainEqual(
    expect.objectContaining({ id: 'column:memberId', isSure: false, proposal: expect.objectContaining({ heading }) }),
  )
})

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
