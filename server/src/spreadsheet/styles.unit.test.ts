import { expect, test } from 'vitest'
import { isDateFormat } from './styles.ts'

test.each([
  'yyyy-mm-dd',
  'dd/mm/yyyy;@',
  '[$-409]d\\-mmm\\-yy',
  '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy',
  'h:mm AM/PM',
  'mm:ss.0',
  '"on "d/m',
  '[Red]m/d/yy',
])('%s shows a date or a time', (code) => {
  expect(isDateFormat(code)).toBe(true)
})

test.each([
  'General',
  '0.00',
  '#,##0',
  '0.00E+00',
  '0"d"',
  '0\\d',
  '[Red]0',
  '_d0',
  '*h0',
  '@',
  '[h]:mm',
  '[mm]:ss',
  '0;yyyy',
  '"unfinished yyyy',
])('%s does not', (code) => {
  expect(isDateFormat(code)).toBe(false)
})
