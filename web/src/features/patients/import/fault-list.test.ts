import { expect, test } from 'vitest'
import { faultsAsCsv, faultsAsText } from './fault-list.ts'

const fault = (value: string) => ({ row: 9, column: 'Age', value, reason: 'Not a whole number' })
const csvCell = (value: string) =>
  faultsAsCsv([fault(value)])
    .split('\r\n')[1]
    ?.slice('9,Age,'.length, -',Not a whole number'.length)

test('the copied list has one fault per line, whatever the value contains', () => {
  expect(faultsAsText([fault('fifty\ttwo\nor so'), fault('')])).toBe(
    'Row\tColumn\tValue\tProblem\n9\tAge\tfifty two or so\tNot a whole number\n9\tAge\t\tNot a whole number\n',
  )
})

test('the saved list begins with a byte order mark and the headings', () => {
  expect(faultsAsCsv([])).toBe('\ufeffRow,Column,Value,Problem\r\n')
})

test.each([
  ['fifty-two', 'fifty-two'],
  ['a, b', '"a, b"'],
  ['6" tall', '"6"" tall"'],
  ['-5', '-5'],
  ['+1.5', '+1.5'],
  ['-5+cmd', "'-5+cmd"],
  ['=SUM(A1)', "'=SUM(A1)"],
  [' @here', "' @here"],
  ['＝SUM(A1)', "'＝SUM(A1)"],
])('%s is saved as %s', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})
