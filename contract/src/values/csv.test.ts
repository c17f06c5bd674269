import { expect, test } from 'vitest'
import { toCsvLine } from './csv.ts'

test('a cell with a quote, a comma or a line break is quoted', () => {
  expect(toCsvLine(['plain', 'a,b', 'a "b"', 'a\nb', ''])).toBe('plain,"a,b","a ""b""","a\nb",\r\n')
})

test.each(['=1+1', '+cmd', '-cmd', '@cmd', '＝1', ' =1', '\t1', '-1+1'])(
  'a cell that starts with %j does not become a formula',
  (cell) => {
    expect(toCsvLine([cell])).toBe(`'${cell}\r\n`)
  },
)

test.each(['-1', '+41.5', 'a=b', '1-2'])('the cell %j is not changed', (cell) => {
  expect(toCsvLine([cell])).toBe(`${cell}\r\n`)
})
