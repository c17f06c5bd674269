import * as z from 'zod/mini'
import { IsoTime, IsoTimeOrEmpty, describe } from '../values/describe.ts'
import { attachmentHeaders, endpoint } from '../http/endpoint.ts'
import { PageMeta, PageNumber } from '../http/paging.ts'
import { SearchText } from '../values/text.ts'

/** The columns of the table in order. `heading` is the title on screen and in the template; `unit` is part of it. */
export const patientColumns = [
  { key: 'memberId', heading: 'Member ID', label: 'Member ID', unit: '', type: 'text' },
  { key: 'subjectId', heading: 'Subject ID', label: 'Subject ID', unit: '', type: 'text' },
  { key: 'sex', heading: 'Sex', label: 'Sex', unit: '', type: 'text' },
  { key: 'age', heading: 'Age', label: 'Age', unit: '', type: 'number' },
  { key: 'height', heading: 'Height(cm)', label: 'Height', unit: 'cm', type: 'number' },
  { key: 'weight', heading: 'Weight(kg)', label: 'Weight', unit: 'kg', type: 'number' },
  { key: 'systolicBloodPressure', heading: 'Systolic BP (mmHg)', label: 'Systolic BP', unit: 'mmHg', type: 'number' },
  {
    key: 'diastolicBloodPressure',
    heading: 'Diastolic BP (mmHg)',
    label: 'Diastolic BP',
    unit: 'mmHg',
    type: 'number',
  },
  { key: 'bmi', heading: 'BMI (kg/m²)', label: 'BMI', unit: 'kg/m²', type: 'number' },
  { key: 'hypertension', heading: 'Hypertension', label: 'Hypertension', unit: '', type: 'text' },
  { key: 'diabetes', heading: 'Diabetes', label: 'Diabetes', unit: '', type: 'text' },
  { key: 'cerebralInfarction', heading: 'Cerebral infarction', label: 'Cerebral infarction', unit: '', type: 'text' },
  {
    key: 'cerebrovascularDisease',
    heading: 'Cerebrovascular disease',
    label: 'Cerebrovascular disease',
    unit: '',
    type: 'text',
  },
] as const

export type PatientColumnKey = (typeof patientColumns)[number]['key']

export const PatientColumnKey = z.enum(patientColumns.map((column) => column.key) as [PatientColumnKey])

/** The columns whose values identify a patient. */
export const isIdColumn = (key: PatientColumnKey) => key === 'memberId' || key === 'subjectId'

/** The two columns that may be one in a file, in cells such as 120/80. */
export const pressures = ['systolicBloodPressure', 'diastolicBloodPressure'] as const satisfies PatientColumnKey[]
export const isPressure = (key: PatientColumnKey) => pressures.some((each) => each === key)

/** The half of a cell such as 120/80 that is this pressure. */
export const halfOf = (key: PatientColumnKey) => (key === pressures[0] ? 'first' : 'second')

export const sexes = ['Male', 'Female'] as const

/** The content type of a spreadsheet. */
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The `name` field of an import's form. */
export const patientsTableName = 'hospital_patients'

const measure = z.nullable(z.number())
const finding = z.nullable(z.string())

export const Patient = z.object({
  memberId: describe(z.string(), 'Identifies the patient in the table. It is not the member ID of a user.'),
  subjectId: describe(z.nullable(z.string()), 'The subject ID; null: empty, as in all other columns.'),
  sex: describe(z.nullable(z.enum(sexes)), 'The sex, in the spelling of the console; null: empty.'),
  age: describe(measure, 'The age in years.'),
  height: describe(measure, 'The height in cm.'),
  weight: describe(measure, 'The weight in kg.'),
  systolicBloodPressure: describe(measure, 'The systolic blood pressure in mmHg.'),
  diastolicBloodPressure: describe(measure, 'The diastolic blood pressure in mmHg.'),
  bmi: describe(measure, 'The BMI in kg/m².'),
  hypertension: describe(finding, 'The diagnosis as in the file.'),
  diabetes: describe(finding, 'The diagnosis as in the file.'),
  cerebralInfarction: describe(finding, 'The diagnosis as in the file.'),
  cerebrovascularDisease: describe(finding, 'The diagnosis as in the file.'),
  createdAt: describe(IsoTime, 'When the table was imported.'),
})
export type Patient = z.infer<typeof Patient>

/** Filters and sorts the patients. Without `sort` they are in the order of the file. */
const selection = {
  search: describe(z.optional(SearchText), 'Only patients in whom each word is found.'),
  sort: describe(z.optional(PatientColumnKey), 'The column to sort by. Absent: the order of the file.'),
  order: describe(z._default(z.enum(['asc', 'desc']), 'asc'), 'The direction of `sort`.'),
}

export const listPatients = endpoint({
  name: 'listPatients',
  method: 'GET',
  path: '/v1/hospital-patients',
  summary: 'One page of the patients, in the order of the file unless sorted',
  query: z.strictObject({
    page: describe(z._default(PageNumber, 1), 'The number of the page, starting at 1.'),
    ...selection,
  }),
  response: z.object({
    data: z.object({
      data: describe(z.array(Patient), 'The patients of the page.'),
      meta: describe(PageMeta, 'The position of the page in the list.'),
      updatedAt: describe(
        IsoTimeOrEmpty,
        'When the table was imported; empty before the first import. It does not depend on the search.',
      ),
    }),
  }),
})

export const downloadPatientTemplate = endpoint({
  name: 'downloadPatientTemplate',
  method: 'GET',
  path: '/v1/hospital-patients/template',
  summary: 'An empty .xlsx with the headings',
  download: [xlsxType],
  headers: attachmentHeaders,
})

export const downloadPatients = endpoint({
  name: 'downloadPatients',
  method: 'GET',
  path: '/v1/hospital-patients/download',
  summary: 'All patients, or those that a search finds, as an .xlsx that can be imported again',
  query: z.strictObject(selection),
  download: [xlsxType],
  headers: attachmentHeaders,
})
