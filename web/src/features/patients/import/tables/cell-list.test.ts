import { expect, test } from 'vitest'
import { cellsAsText } from './cell-list.ts'

const error = (value: string) => ({ sheet: 'Ward', row: 9, column: 'Age', value, reason: 'Not a whole number' })

test('the copied list has one error per line, whatever the value contains', () => {
  expect(cellsAsText([error('fifty\ttwo\nor so'), error('')])).toBe(
    'Sheet\tRow\tColumn\tValue\tReason\nWard\t9\tAge\tfifty two or so\tNot a whole number\nWard\t9\tAge\t\tNot a whole number\n',
  )
})

test('a copied value is not a formula where it is pasted', () => {
  expect(cellsAsText([error('=SUM(A1)')])).toContain("9\tAge\t'=SUM(A1)\tNot a whole number")
})
