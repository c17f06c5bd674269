import { type CellReading, cellReadings } from '@health-console/contract/patients/answers.ts'
import { readMeasure } from '@health-console/contract/patients/measures.ts'
import { isBirth, unitsOf } from '@health-console/contract/patients/units.ts'
import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients/patients.ts'
import { describe, expect, test } from 'vitest'
import type { Cell } from '../../../../core/spreadsheet/cells.ts'
import { plainStyle, readFormat } from '../../../../core/spreadsheet/styles.ts'
import { findWarning } from './find-warning.ts'
import { asWritten, ReadError, readValue } from './read-value.ts'

const text = (value: string): Cell => ({ type: 'text', text: value })
const number = (value: number, written = String(value), minDigits = 1, before = ''): Cell => ({
  type: 'number',
  value,
  text: written,
  style: { ...plainStyle, minDigits, before },
})
const read = (key: PatientColumnKey, cell: Cell | undefined) => {
  const value = readValue(key, cell)
  return value instanceof ReadError ? { error: value.reason } : value
}

describe('IDs', () => {
  test.each<[Cell, unknown]>([
    [text(' 0041 '), '0041'],
    [number(41), '41'],
    [number(12, '1.2E1'), '12'],
    [number(12, '12.0'), '12'],
    [number(41, '41', 5), '00041'],
    [number(123_456, '123456', 5), '123456'],
    [number(-7, '-7', 3), '-007'],
    [number(7, '7', 1_000_000), '7'.padStart(100, '0')],
    [number(-7, '-7', 1_000_000), { error: 'Longer than 100 characters' }],
    [text('A-12 b'), 'A-12 b'],
    [text('e\u0301'), 'e\u0301'],
    [text('-'), { error: 'Missing. Every row needs one' }],
    [text('  '), { error: 'Missing. Every row needs one' }],
    [text('a\u0000b'), { error: 'Contains characters that can’t be shown' }],
    [text('a\nb'), { error: 'Contains characters that can’t be shown' }],
    [text('a\u2028b'), { error: 'Contains characters that can’t be shown' }],
    [text('\u202E17\u200B'), '17'],
    [number(41, '41', 5, 'MRN\u2060-'), 'MRN-00041'],
    [text('\u200B'), { error: 'Missing. Every row needs one' }],
    [text('\u2800'), { error: 'Missing. Every row needs one' }],
    [text('x'.repeat(101)), { error: 'Longer than 100 characters' }],
  ])('the cell %o is interpreted', (cell, expected) => expect(read('memberId', cell)).toEqual(expected))

  test.each<[Cell, string]>([
    [{ type: 'date', iso: '2026-03-05', text: '46086' }, 'A date or a time, not an ID'],
    [{ type: 'date', iso: '10:30:00', text: '0.4375' }, 'A date or a time, not an ID'],
    [{ type: 'boolean', value: true }, 'TRUE or FALSE, not an ID'],
    [number(1.5), 'Not a whole number of at most 15 digits'],
    [number(1.5, '1.5', 3), 'Not a whole number of at most 15 digits'],
    [number(3.1010119800101e17, '3.1010119800101e+17'), 'Not a whole number of at most 15 digits'],
    [number(1e15, '1000000000000000', 18), 'Not a whole number of at most 15 digits'],
  ])('a value that a spreadsheet program has converted is not an ID: %o', (cell, reason) => {
    expect(read('memberId', cell)).toEqual({ error: expect.stringMatching(`^${reason}`) })
    expect(read('subjectId', cell)).toEqual({ error: expect.stringMatching(`^${reason}`) })
  })

  test.each([
    ['000-00-0000', 12_345_671, '012-34-5671'],
    ['000\\-00\\-0000', 1, '000-00-0001'],
    ['###-##-####', 12_345_671, '12-34-5671'],
    ['"MRN-"00000', 41, 'MRN-00041'],
    ['"P"000"/"00', 12_345, 'P123/45'],
    ['00-00', -1_234_567, '-12345-67'],
    ['#,##0', 123_456, '123456'],
    ['0.00', 41, '41'],
    ['$#,##0', 41, '41'],
    ['#,##0.00 [$€-407]', 41, '41'],
    ['0%', 41, '41'],
    ['# ?/?', 41, '41'],
    ['0.0E+00', 41, '41'],
    ['#,##0,', 123_456, '123456'],
    ['General', 999_999_999_999_999, '999999999999999'],
  ])(
    'a number in the format %s is the ID that is shown, without separators, decimals, currency and scaling',
    (code, value, id) => {
      const cell: Cell = { type: 'number', value, text: String(value), style: readFormat(code) }
      expect(read('memberId', cell)).toBe(id)
    },
  )

  test('a subject ID may be missing', () => expect(read('subjectId', undefined)).toBeNull())
})

describe('sex', () => {
  test.each<[string, unknown]>([
    ['M', 'Male'],
    ['f', 'Female'],
    ['FEMALE', 'Female'],
    [' male ', 'Male'],
    ['Fe\u200Bmale', 'Female'],
    ['-', null],
    ['W', { error: 'Must be Female or Male' }],
  ])('the sex %s is interpreted', (written, expected) => expect(read('sex', text(written))).toEqual(expected))
})

describe('measured values', () => {
  test.each<[PatientColumnKey, Cell | undefined, unknown]>([
    ['age', number(52), 52],
    ['age', number(0), 0],
    ['age', text('52'), 52],
    ['age', undefined, null],
    ['age', text('-'), null],
    ['age', number(40.5), 40.5],
    ['age', text('fifty-two'), { error: 'Not a number' }],
    ['bmi', number(27.268005540166204), 27.268005540166204],
    ['bmi', text('27,3'), { error: 'Not a number. If the comma is a decimal separator, choose “Convert”' }],
    ['bmi', text('1e2'), { error: 'Not a number' }],
    ['height', number(1.68), 1.68],
    ['systolicBloodPressure', number(99_999), 99_999],
    ['diastolicBloodPressure', { type: 'boolean', value: true }, { error: 'Not a number' }],
    [
      'weight',
      { type: 'date', iso: '2026-03-07', text: '46088' },
      { error: 'A date, not a number. Format the column as a number' },
    ],
    ['weight', { type: 'error', code: '#DIV/0!' }, null],
    ['weight', text('n/a'), null],
  ])('the %s in the cell %o is interpreted', (key, cell, expected) => expect(read(key, cell)).toEqual(expected))

  test('a formula without its result is an error', () =>
    expect(read('bmi', { type: 'formula' })).toEqual({
      error: expect.stringContaining('A formula without its result'),
    }))
})

test.each<[PatientColumnKey, string | number | null, string | undefined]>([
  ['subjectId', null, 'Missing'],
  ['subjectId', '7', undefined],
  ['age', 40.5, 'Not a whole number'],
  ['age', -1, 'Below 0 years'],
  ['age', 131, 'Above 130 years'],
  ['age', 0, undefined],
  ['age', null, undefined],
  ['bmi', 4.9, 'Below 5 kg/m²'],
  ['height', 1.68, 'Below 30 cm. The column is in cm, not m'],
  ['height', 29, 'Below 30 cm'],
  ['height', 30, undefined],
  ['height', 280, undefined],
  ['weight', 0.3, undefined],
  ['weight', 700.5, 'Above 700 kg. Is a decimal point missing?'],
  ['systolicBloodPressure', 1280, 'Above 300 mmHg. Is a decimal point missing?'],
  ['systolicBloodPressure', 99_999, 'Above 300 mmHg'],
  ['diastolicBloodPressure', 9, 'Below 10 mmHg'],
  ['diabetes', 'anything', undefined],
])('the %s %s leads to this warning: %s', (key, value, expected) => {
  expect(findWarning(key, value)).toBe(expected)
})

describe('diagnoses', () => {
  test.each<[Cell | undefined, unknown]>([
    [text(' Type 2 Diabetes '), 'Type 2 Diabetes'],
    [text('first line\nsecond'), 'first line\nsecond'],
    [text('\u202Enone\u00ADknown'), 'noneknown'],
    [text('علی\u200Cپور'), 'علی\u200Cپور'],
    [text('\u2060'), null],
    [number(1), '1'],
    [{ type: 'boolean', value: true }, 'TRUE'],
    [undefined, null],
    [text('x'.repeat(501)), { error: 'Longer than 500 characters' }],
    [text('bell\u0007'), { error: 'Contains characters that can’t be shown' }],
    [{ type: 'error', code: '#N/A' }, null],
    [text('NULL'), null],
  ])('the cell %o is interpreted', (cell, expected) => expect(read('diabetes', cell)).toEqual(expected))
})

test.each<PatientColumnKey>(['memberId', 'diabetes'])('%s has at most 30 accents on one letter', (key) => {
  const accented = (count: number) => 'a' + '\u0301'.repeat(count)
  const stored = accented(30).repeat(3)
  expect(read(key, text(stored))).toBe(key === 'memberId' ? stored : stored.normalize('NFC'))
  expect(read(key, text(accented(31)))).toEqual({ error: 'Contains characters that can’t be shown' })
})

test('the length of a diagnosis is that of its composed form, the length of an ID is that of the uploaded form', () => {
  const [composed, decomposed] = ['\u1f82', '\u1f82'.normalize('NFD')]
  expect(read('diabetes', text(decomposed.repeat(500)))).toBe(composed.repeat(500))
  expect(read('diabetes', text(decomposed.repeat(501)))).toEqual({ error: 'Longer than 500 characters' })
  expect(read('memberId', text(decomposed.repeat(25)))).toBe(decomposed.repeat(25))
  expect(read('memberId', text(decomposed.repeat(26)))).toEqual({ error: 'Longer than 100 characters' })
})

test('a text is read as the contract, and so the web, reads it', () => {
  const readings = cellReadings.flatMap((reading) => [
    new Set<CellReading>(),
    new Set([reading]),
    new Set(cellReadings),
  ])
  const texts = [
    '70',
    '3,450',
    '63 kg',
    '>89',
    '5 14',
    '12-11',
    `5'11"`,
    '11st 4lb',
    '120/80',
    '1.234.567',
    'high',
    '-9',
  ]
  for (const { key } of patientColumns) {
    for (const { unit } of unitsOf(key)) {
      if (isBirth(unit)) continue
      for (const half of [undefined, 'first', 'second'] as const) {
        for (const reading of readings) {
          const how = { unit, half, readings: reading, missing: new Set([-9]) }
          for (const text of texts) {
            const read = readValue(key, { type: 'text', text }, { ...asWritten, ...how })
            const agreed = readMeasure(key, text, how)
            if (agreed === null || typeof agreed === 'number') expect(read).toBe(agreed)
            else expect(read).toBeInstanceOf(ReadError)
          }
        }
      }
    }
  }
})
