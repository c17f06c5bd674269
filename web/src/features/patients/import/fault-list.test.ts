import { expect, test } from 'vitest'
import { faultsAsText } from './fault-list.ts'

const fault = (value: string) => ({ sheet: 'Ward', row: 9, column: 'Age', value, reason: 'Not a whole number' })

test('the copied list has one fault per line, whatever the value contains', () => {
  expect(faultsAsText([fault('fifty\ttwo\nor so'), fault('')])).toBe(
    'Sheet\tRow\tColumn\tValue\tProblem\nWard\t9\tAge\tfifty two or so\tNot a whole number\nWard\t9\tAge\t\tNot a whole number\n',
  )
})

test('a copied value is no formula where it is pasted', () => {
  expect(faultsAsText([fault('=SUM(A1)')])).toContain("9\tAge\t'=SUM(A1)\tNot a whole number")
})
