import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import { writeTestTable } from '../../../testing/patients/upload.ts'
import { filledBy, invalidCells, savedBy, type TypedCell } from '../../../testing/spreadsheet/spreadsheet-programs.ts'
import { writeTemplate } from './import/write-template.ts'

const columns = 'ABCDEFGHIJKLM'
const right = ['M', 'S', 'Female', 54, 171.5, 68, 131, 84, 23.1, 'Normal', 'Diabetes']

/** IDs that look like wrong ones. */
const unusual = [
  ['A2', 'NA-1'],
  ['A3', 'M  2'],
  ['A4', -5],
  ['B5', 'N/A 7'],
] as const

/** Rows as in `right`, from row 2 on, with one other cell each. */
function cellsWith(changes: readonly (readonly [string, TypedCell])[]): Record<string, TypedCell> {
  const rows = Array.from({ length: changes.length + 2 }, (_, index) =>
    right.map((value, column) => [`${columns[column]}${index + 2}`, column < 2 ? `${value}-${index}` : value] as const),
  )
  return Object.fromEntries([...rows.flat(), ...changes])
}

test('LibreOffice marks each wrong cell in the template as invalid, and no right one', async () => {
  const wrong = [
    ['A6', 12.5],
    ['A7', 'x'.repeat(101)],
    ['B8', -1.5],
    ['A9', 1234567890123456],
    ['C10', 'weiblich'],
    ['D11', 40.5],
    ['D12', 131],
    ['D13', { day: '1980-03-05' }],
    ['D14', 'fifty'],
    ['E15', 1.715],
    ['E16', 400],
    ['F17', 6.8],
    ['F18', 680],
    ['F19', 'heavy'],
    ['G20', 13.1],
    ['H21', 8.4],
    ['H22', 131],
    ['I23', 32],
    ['I24', 2.31],
    ['J25', '1'],
    ['K26', 'yes'],
    ['L27', 'no'],
    ['M28', 'stroke'],
    ['A29', ' M-1'],
    ['B30', 'S-1 '],
    ['A31', 'M\n1'],
    ['A32', 'n/a'],
    ['B33', '-'],
  ] as const
  const template = await buffer(writeTemplate())
  // A wrong height also makes the weight and the BMI of its row doubtful, and a low systolic pressure the diastolic one.
  const alsoWrong = ['F15', 'I15', 'F16', 'I16', 'I17', 'I18', 'H20']
  const marked = invalidCells(filledBy(template, cellsWith([...unusual, ...wrong])))
  expect(new Set(marked)).toEqual(new Set([...wrong.map(([reference]) => reference), ...alsoWrong]))
})

test.each(['libreoffice', 'openpyxl'] as const)(
  'a template that is filled by its rules and saved by %s asks nothing and has no warnings',
  async (program) => {
    const testApp = await buildTestApp()
    const session = await signedIn(testApp)
    const file = savedBy(program, filledBy(await buffer(writeTemplate()), cellsWith(unusual)))
    expect(await writeTestTable(testApp, session, file)).toMatchObject({
      state: 'ready',
      reading: { questions: [] },
      preview: { rowsInFile: 6, warningCount: 0, findings: [], needsConfirmation: false },
    })
  },
)
