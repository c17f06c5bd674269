import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { describe, expect, test } from 'vitest'
import type { Cell } from '../../spreadsheet/cells.ts'
import { Fault, readValue } from './read-value.ts'

const text = (value: string): Cell => ({ type: 'text', text: value })
const number = (value: number, written = String(value)): Cell => ({ type: 'number', value, text: written })
const read = (key: PatientColumnKey, cell: Cell | undefined) => {
  const value = readValue(key, cell)
  return value instanceof Fault ? { fault: value.reason } : value
}

describe('ids', () => {
  test.each<[Cell, unknown]>([
    [text(' 0041 '), '0041'],
    [number(41), '41'],
    [number(12, '1.2E1'), '12'],
    [number(12, '12.0'), '12'],
    [number(1.5), '1.5'],
    [text('A-12 b'), 'A-12 b'],
    [text('e\u0301'), '\u00e9'],
    [{ type: 'date', iso: '2026-03-07', text: '46088' }, '2026-03-07'],
    [text('-'), { fault: 'Missing. Every row needs one' }],
    [text('  '), { fault: 'Missing. Every row needs one' }],
    [text('a\u0000b'), { fault: 'Holds characters that cannot be shown' }],
    [text('a\nb'), { fault: 'Holds characters that cannot be shown' }],
    [text('x'.repeat(101)), { fault: 'Longer than 100 characters' }],
  ])('%o', (cell, expected) => expect(read('memberId', cell)).toEqual(expected))

  test('an empty cell', () => expect(read('subjectId', undefined)).toEqual({ fault: 'Missing. Every row needs one' }))
})

describe('sex', () => {
  test.each<[string, unknown]>([
    ['M', 'Male'],
    ['f', 'Female'],
    ['FEMALE', 'Female'],
    [' male ', 'Male'],
    ['-', null],
    ['W', { fault: 'Must be Female or Male' }],
  ])('%s', (written, expected) => expect(read('sex', text(written))).toEqual(expected))
})

describe('measures', () => {
  test.each<[PatientColumnKey, Cell | undefined, unknown]>([
    ['age', number(52), 52],
    ['age', number(0), 0],
    ['age', text('52'), 52],
    ['age', undefined, null],
    ['age', text('-'), null],
    ['age', text('fifty-two'), { fault: 'Not a whole number' }],
    ['age', number(52.5), { fault: 'Not a whole number' }],
    ['age', number(-1), { fault: 'Below 0 years' }],
    ['age', number(131), { fault: 'Above 130 years' }],
    ['bmi', number(27.268005540166204), 27.268005540166204],
    ['bmi', text('27,3'), { fault: 'Not a number' }],
    ['bmi', text('1e2'), { fault: 'Not a number' }],
    ['bmi', number(4.9), { fault: 'Below 5 kg/m²' }],
    ['height', number(1.68), { fault: 'Below 30 cm. The column is in cm, not m' }],
    ['height', number(29), { fault: 'Below 30 cm' }],
    ['height', number(30), 30],
    ['height', number(280), 280],
    ['weight', number(0.3), 0.3],
    ['weight', number(700.5), { fault: 'Above 700 kg. Is a point missing?' }],
    ['systolicBloodPressure', number(1280), { fault: 'Above 300 mmHg. Is a point missing?' }],
    ['systolicBloodPressure', number(99_999), { fault: 'Above 300 mmHg' }],
    ['diastolicBloodPressure', number(9), { fault: 'Below 10 mmHg' }],
    ['diastolicBloodPressure', { type: 'boolean', value: true }, { fault: 'Not a number' }],
    ['weight', { type: 'date', iso: '2026-03-07', text: '46088' }, { fault: 'Not a number' }],
    ['weight', { type: 'error', code: '#DIV/0!' }, { fault: 'An error of the spreadsheet, not a value' }],
  ])('%s %o', (key, cell, expected) => expect(read(key, cell)).toEqual(expected))

  test('a formula without its result', () =>
    expect(read('bmi', { type: 'formula' })).toEqual({
      fault: expect.stringContaining('A formula without its result'),
    }))
})

describe('findings', () => {
  test.each<[Cell | undefined, unknown]>([
    [text(' Type 2 Diabetes '), 'Type 2 Diabetes'],
    [text('first line\nsecond'), 'first line\nsecond'],
    [number(1), '1'],
    [{ type: 'boolean', value: true }, 'TRUE'],
    [undefined, null],
    [text('x'.repeat(501)), { fault: 'Longer than 500 characters' }],
    [text('bell\u0007'), { fault: 'Holds characters that cannot be shown' }],
    [{ type: 'error', code: '#N/A' }, { fault: 'An error of the spreadsheet, not a value' }],
  ])('%o', (cell, expected) => expect(read('diabetes', cell)).toEqual(expected))
})
