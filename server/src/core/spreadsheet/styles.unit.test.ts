import { expect, test } from 'vitest'
import { plainStyle, readFormat } from './styles.ts'

test.each([
  'yyyy-mm-dd',
  'dd/mm/yyyy;@',
  '[$-409]d\\-mmm\\-yy',
  '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy',
  'h:mm AM/PM',
  'mm:ss.0',
  '"on "d/m',
  '[Red]m/d/yy',
])('the format %s shows a date or a time', (code) => {
  expect(readFormat(code).isDate).toBe(true)
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
])('the format %s does not show a date or a time', (code) => {
  expect(readFormat(code).isDate).toBe(false)
})

test.each([
  ['0', 1],
  ['00000', 5],
  ['#,##0', 1],
  ['#000', 3],
  ['0000;-0000', 4],
  ['000\\-00\\-0000', 9],
  ['000-0000', 7],
  ['"P"0000', 4],
  ['[<=9999]0000_)', 4],
  ['0.00', 1],
  ['00.0', 1],
  ['00%', 1],
  ['00E+00', 1],
  ['@', 1],
])('the format %s shows at least %i digits of a whole number', (code, digits) => {
  expect(readFormat(code)).toMatchObject({ isDate: false, minDigits: digits })
})

test('a format code longer than Excel accepts shows nothing', () => {
  const code = 'yyyy\\-mm\\-dd'
  expect(readFormat(code.padStart(255, '[Red]')).isDate).toBe(true)
  expect(readFormat(code.padStart(256, '[Red]'))).toEqual(plainStyle)
})

test.each([
  ['0.0" lb"', '', ' lb'],
  ['"MRN-"00000', 'MRN-', ''],
  ['0\\ \\k\\g', '', ' kg'],
  ['0.0[$ kg-409]', '', ' kg'],
  ['[Red]0" mmHg";[Blue]-0', '', ' mmHg'],
  ['_(0_)', '', ''],
  ['0%', '', '%'],
  ['000-00', '', ''],
  ['General" years"', '', ' years'],
  ['#,##0.00', '', ''],
  ['"only text"', '', ''],
  ['0.0E+00', '', ''],
])('the format %s shows “%s” before and “%s” after a number', (code, before, after) => {
  expect(readFormat(code)).toMatchObject({ before, after })
})
