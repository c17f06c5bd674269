import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import { writeTestTable } from '../../../testing/patients/upload.ts'
import { filledBy, invalidCells, savedBy, type TypedCell } from '../../../testing/spreadsheet/spreadsheet-programs.ts'
import { writeTemplate } from './import/write-template.ts'

const columns = 'ABCDEFGHIJKLM'
const right = ['M', 'S', 'Female', 54, 171.5, 68, 131, 84, 23.1, 'Normal', 'Diabetes']

/** Rows as in `right`, from row 2 on, with one other cell each. */
function cellsWith(changes: readonly (readonly [string, TypedCell])[]): Record<string, TypedCell> {
  const rows = Array.from({ length: changes.length + 2 }, (_, index) =>
    right.map((value, column) => [`${columns[column]}${index + 2}`, column < 2 ? `${value}-${index}` : value] as const),
  )
  return Object.fromEntries([...rows.flat(), ...changes])
}

test('LibreOffice marks each wrong cell in the template as invalid, and no right one', async () => {
  const wrong = [
    ['A2', 12.5],
    ['A3', 'x'.repeat(101)],
    ['B4', -1.5],
    ['A5', 1234567890123456],
    ['C6', 'weiblich'],
    ['D7', 40.5],
    ['D8', 131],
    ['D9', { day: '1980-03-05' }],
    ['D10', 'fifty'],
    ['E11', 1.715],
    ['E12', 400],
    ['F13', 6.8],
    ['F14', 680],
    ['F15', 'heavy'],
    ['G16', 13.1],
    ['H17', 8.4],
    ['H18', 131],
    ['I19', 32],
    ['I20', 2.31],
    ['J21', '1'],
    ['K22', 'yes'],
    ['L23', 'no'],
    ['M24', 'stroke'],
  ] as const
  const template = await buffer(writeTemplate())
  // A wrong height also makes the weight and the BMI of its row doubtful, and a low systolic pressure the diastolic one.
  const alsoWrong = ['F11', 'I11', 'F12', 'I12', 'I13', 'I14', 'H16']
  const marked = invalidCells(filledBy(template, cellsWith(wrong)))
  expect(new Set(marked)).toEqual(new Set([...wrong.map(([reference]) => reference), ...alsoWrong]))
})

test.each(['libreoffice', 'openpyxl'] as const)(
  'a template that is filled by its rules and saved by %s asks nothing and has no warnings',
  async (program) => {
    const testApp = await buildTestApp()
    const session = await signedIn(testApp)
    const file = savedBy(program, filledBy(await buffer(writeTemplate()), cellsWith([])))
    expect(await writeTestTable(testApp, session, file)).toMatchObject({
      state: 'ready',
      reading: { questions: [] },
      preview: { rowsInFile: 2, warningCount: 0, findings: [], needsConfirmation: false },
    })
  },
)
