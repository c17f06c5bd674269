import type { ColumnAnswer, ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { ImportQuestion } from '@health-console/contract/patients/questions.ts'
import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients/patients.ts'
import { expect, test } from 'vitest'
import { type Line, readFile, type SheetInput } from '../../../../../testing/patients/sheets.ts'
import type { Cell } from '../../../../core/spreadsheet/cells.ts'
import { RejectedImport } from '../import-error.ts'

type End = { patients: number; first: Partial<Record<PatientColumnKey, unknown>> } | { rejected: RegExp }
type Layout = { sheets: SheetInput[]; says?: ImportAnswers; end: End }

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const day = (iso: string): Cell => ({ type: 'date', iso, text: iso })
const no: Cell = { type: 'boolean', value: false }
const failed: Cell = { type: 'error', code: '#DIV/0!' }
const sexOf = (index: number) => (index % 2 === 0 ? 'Female' : 'Male')

/** Tables modelled on public data sets, registers and clinics' own sheets. */
const layouts: Record<string, Layout> = {
  'a stroke data set of a machine-learning site: codes, N/A and an id': {
    sheets: [
      {
        lines: [
          'id,gender,age,hypertension,heart_disease,ever_married,avg_glucose_level,bmi,smoking_status,stroke'.split(','),
          ...range(20).map((row): Line => [
            9_046 + row * 37, sexOf(row), 40 + row, row % 2, 0, 'Yes', 228.69 - row, row === 1 ? 'N/A' : 25.5 + row, 'never smoked', row % 5 === 0 ? 1 : 0,
          ]),
        ],
      },
    ],
    says: {
      words: { hypertension: { '0': 'Normal', '1': 'Hypertension' }, cerebralInfarction: { '0': null, '1': 'cerebral infarction' } },
    },
    end: { patients: 20, first: { memberId: '9046', sex: 'Female', age: 40, bmi: 25.5, hypertension: 'Normal', cerebralInfarction: 'cerebral infarction' } },
  },
  'a cardiovascular data set with ages in days and pressures as ap_hi and ap_lo': {
    sheets: [
      {
        lines: [
          'id,age (days),gender,height (cm),weight (kg),ap_hi,ap_lo,cholesterol,gluc,cardio'.split(','),
          ...range(20).map((row): Line => [row + 100, 18_393 + row, (row % 2) + 1, 168, 62.5, 110 + row, 80, 1, 1, 0]),
        ],
      },
    ],
    says: { words: { sex: { '1': 'Female', '2': 'Male' } } },
    end: { patients: 20, first: { memberId: '100', sex: 'Female', height: 168, weight: 62.5, systolicBloodPressure: 110, diastolicBloodPressure: 80 } },
  },
  'a diabetes data set without an ID column': {
    sheets: [
      {
        lines: [
          'Pregnancies,Glucose,BloodPressure,SkinThickness,Insulin,BMI,DiabetesPedigreeFunction,Age,Outcome'.split(','),
          ...range(20).map((row): Line => [row % 4, 148 - (row % 3), 72, 35, 0, 33.6, 0.6, 50, 1]),
        ],
      },
    ],
    end: { rejected: /every patient|Member ID|add a column/i },
  },
  'a heart study with a sex called male and no ID': {
    sheets: [
      {
        lines: [
          'male,age,education,currentSmoker,prevalentStroke,prevalentHyp,diabetes,totChol,sysBP,diaBP,BMI,heartRate'.split(','),
          ...range(20).map((row): Line => [row % 2, 39, 4, 0, 0, 0, 0, 195, 106, 70, 26.97, 80]),
        ],
      },
    ],
    end: { rejected: /every patient|Member ID|add a column/i },
  },
  'a research register: record_id, events and dates of birth': {
    sheets: [
      {
        lines: [
          'record_id,redcap_event_name,dob,sex,height_cm,weight_kg,sbp,dbp'.split(','),
          ...range(12).map((row): Line => [`R-${row + 1}`, 'baseline_arm_1', day(`19${50 + row}-03-02`), sexOf(row), 170, 70, 120, 80]),
        ],
      },
    ],
    says: { columns: { age: { heading: 'dob', unit: 'date of birth', countedTo: '2026-03-01' } } },
    end: { patients: 12, first: { memberId: 'R-1', age: 75, height: 170, weight: 70, systolicBloodPressure: 120 } },
  },
  'wards below one another, each with its name, total and mean, and a confidential foot': {
    sheets: [
      {
        lines: [
          ['Ward census, October 2026'],
          ['Hospital No', 'Name', 'Sex', 'Age', 'Height (cm)', 'Weight (kg)'],
          ['Ward 3 East'],
          ...range(6).map((row): Line => [`H${1_000 + row}`, 'x', sexOf(row), 30 + row, 160 + row, 60 + row]),
          ['Total: 6', null, null, null, null, null],
          ['Average', null, null, 32.5, 162.5, 62.5],
          ['Ward 4 West'],
          ...range(4).map((row): Line => [`H${2_000 + row}`, 'x', sexOf(row), 50 + row, 170 + row, 70 + row]),
          ['Average (n=4)', null, null, 51.5, 171.5, 71.5],
          ['Confidential'],
        ],
      },
    ],
    end: { patients: 10, first: { memberId: 'H1000', sex: 'Female', age: 30, height: 160, weight: 60 } },
  },
  'pages that repeat their headings, with page numbers': {
    sheets: [
      {
        lines: range(3).flatMap((sheet): Line[] => [
          ['MRN', 'Sex', 'Age', 'Ht (cm)', 'Wt (kg)'],
          ...range(5).map((row): Line => [`${sheet}${row}-17`, sexOf(row), 40 + row, 170, 70]),
          [`Page ${sheet + 1} of 3`],
        ]),
      },
    ],
    end: { patients: 15, first: { memberId: '00-17', height: 170, weight: 70 } },
  },
  'a sheet of formulas and boxes that were dragged to row 40': {
    sheets: [
      {
        lines: [
          ['Member ID', 'Subject ID', 'Sex', 'Age', 'Height(cm)', 'Weight(kg)', 'BMI (kg/m²)', 'Diabetes'],
          ...range(5).map((row): Line => [`M${row + 1}`, `S${row + 1}`, sexOf(row), 41, 160, 61, 23.8, 'Diabetes']),
          ...range(34).map((): Line => ['', '', 'Select', 0, null, ' ', failed, no]),
        ],
      },
    ],
    end: { patients: 5, first: { memberId: 'M1', bmi: 23.8 } },
  },
  'ages of a formula that was dragged too far': {
    sheets: [
      {
        lines: [
          ['Member ID', 'Sex', 'Age', 'Height(cm)'],
          ...range(5).map((row): Line => [`M${row + 1}`, sexOf(row), 41, 160]),
          ...range(12).map((): Line => [null, null, 126, null]),
        ],
      },
    ],
    end: { patients: 5, first: { memberId: 'M1', age: 41 } },
  },
  'a sheet a month: the later one wins': {
    sheets: ['October', 'November'].map((name, month) => ({
      name,
      lines: [
        ['Patient ID', 'Visit date', 'Gender', 'Age', 'Weight (kg)'],
        ...range(6 - month).map((row): Line => [`P${row + month}`, day(`2026-1${month}-0${row + 1}`), 'F', 40, 60 + month]),
      ],
    })),
    says: { sheets: ['October', 'November'] },
    end: { patients: 6, first: { memberId: 'P0', weight: 60 } },
  },
  'a key for each column on its own sheet, and hidden working columns': {
    sheets: [
      { name: 'Codebook', lines: [['Variable', 'Meaning'], ['sex', '1 male, 2 female'], ['wt', 'weight in kg']] },
      {
        name: 'Data',
        lines: [
          ['Case ID', 'Sex', 'Weight (kg)', 'Weight today (kg)', 'Height (cm)'],
          ...range(8).map((row): Line => [`C${row + 1}`, (row % 2) + 1, 90, 70, 171]),
        ],
        hiddenColumns: [2],
      },
    ],
    says: { words: { sex: { '1': 'Male', '2': 'Female' } } },
    end: { patients: 8, first: { memberId: 'C1', sex: 'Male', weight: 70, height: 171 } },
  },
  'a table of baseline characteristics, which has no patients': {
    sheets: [
      {
        lines: [
          ['Table 1. Baseline characteristics'],
          ['Characteristic', 'Control (n=110)', 'Treatment (n=109)', 'P'],
          ['Age, years', '57.2 (15.8)', '56.9 (16.1)', 0.87],
          ['Male sex, n (%)', '52 (47)', '51 (47)', 0.94],
        ],
      },
    ],
    end: { rejected: /No visible sheet|has no/ },
  },
  'numbers of the state that a spreadsheet program has rounded': {
    sheets: [
      {
        lines: [
          ['Member ID', 'Sex', 'Age'],
          ...range(6).map((row): Line => [310_101_198_001_010_000 + row * 1_000_000, sexOf(row), 40]),
        ],
      },
    ],
    end: { rejected: /can’t be read/ },
  },
  'a clinic in Spanish with a mean at the end': {
    sheets: [
      {
        lines: [
          ['Nº historia', 'Sexo', 'Edad', 'Talla (cm)', 'Peso (kg)', 'TA sistólica', 'TA diastólica'],
          ...range(10).map((row): Line => [`HC${row + 1}`, row % 2 === 0 ? 'Mujer' : 'Hombre', 50 + row, 160, 65, 125, 82]),
          ['Promedio', null, 54.5, 160, 65, 125, 82],
        ],
      },
    ],
    end: { patients: 10, first: { memberId: 'HC1', sex: 'Female', age: 50, height: 160, weight: 65 } },
  },
  'a photoplethysmography data set: a title, merged cells and its own headings': {
    sheets: [
      {
        lines: [
          ['PPG-BP database'],
          ['Num.', 'subject_ID', 'Sex(M/F)', 'Age(year)', 'Height(cm)', 'Weight(kg)', 'Systolic Blood Pressure(mmHg)', 'Diastolic Blood Pressure(mmHg)', 'Heart Rate(b/m)', 'BMI(kg/m^2)', 'Hypertension', 'Diabetes'],
          ...range(10).map((row): Line => [row + 1, row + 2, sexOf(row), 45 + row, 152, 63, 161, 89, 97, 27.27, 'Stage 2 hypertension', null]),
        ],
        merged: [{ firstRow: 1, lastRow: 1, firstColumn: 0, lastColumn: 11 }],
      },
    ],
    end: { patients: 10, first: { memberId: '1', subjectId: '2', systolicBloodPressure: 161, bmi: 27.27 } },
  },
} // prettier-ignore

/**
 * The answers of an admin who accepts all proposals, leaves out rows that are not patients, and uses the last of
 * several.
 */
function answer(questions: readonly ImportQuestion[], says: ImportAnswers): ImportAnswers {
  const columns: Partial<Record<PatientColumnKey, ColumnAnswer | null>> = {}
  const words: NonNullable<ImportAnswers['words']> = {}
  const rows: ImportAnswers = {}
  for (const question of questions) {
    if (question.kind === 'column' && question.proposal) {
      const { heading, unit } = question.proposal
      for (const key of question.columns) columns[key] = { heading, ...(unit !== null && { unit }) }
    } else if (question.kind === 'column')
      for (const key of question.columns) if (key !== 'memberId') columns[key] = null
    if (question.kind === 'either') {
      for (const [index, key] of question.columns.entries())
        columns[key] = index === 0 ? { heading: question.heading } : null
    }
    if (question.kind === 'words') {
      words[question.column] = Object.fromEntries(
        question.words.map(({ text, proposal }) => [text, proposal ?? (question.mayStand ? text : null)]),
      )
    }
    if (question.kind === 'rows') Object.assign(rows, { rowsWithoutId: 'leave_out', unlikeRows: 'leave_out' })
    if (question.kind === 'repeated_ids') rows.repeatedIds = 'last'
    if (question.kind === 'sheets') rows.sheets = [question.likeliest]
  }
  return { ...rows, ...says, columns: { ...columns, ...says.columns }, words: { ...words, ...says.words } }
}

async function follow({ sheets, says = {} }: Layout) {
  let answers: ImportAnswers = {}
  let open: string[] = []
  for (let round = 0; round < 4; round += 1) {
    const read = await readFile(sheets, { answers }).catch((error: unknown) => {
      if (error instanceof RejectedImport) return error.message
      throw error
    })
    if (typeof read === 'string') return { rejected: read }
    if (!('asking' in read)) return { read }
    const { questions } = read.asking
    open = questions.flatMap(({ id, isAnswered }) => (isAnswered ? [] : [id]))
    const unidentified = questions.some(
      (question) => question.kind === 'column' && question.columns.includes('memberId') && !question.proposal,
    )
    // The dialog explains that a file without an ID cannot be imported.
    if (unidentified) return { rejected: 'No column looks like an ID: add a column with an ID for each patient.' }
    answers = answer(questions, says)
  }
  throw new Error(`still asks ${open.join(', ')}`)
}

test.each(Object.entries(layouts))('[import-17] a table modelled on public data is read: %s', async (_name, layout) => {
  const end = await follow(layout)
  if ('rejected' in layout.end) return expect(end.rejected).toMatch(layout.end.rejected)
  expect(end.rejected).toBeUndefined()
  const [first = []] = end.read?.rows ?? []
  expect(Object.fromEntries(patientColumns.map(({ key }, index) => [key, first[index]]))).toMatchObject(
    layout.end.first,
  )
  expect(end.read?.rows).toHaveLength(layout.end.patients)
})
