import { expect, test } from 'vitest'
import { dayInName } from './day-in-name.ts'

const nowMs = Date.parse('2026-12-09T20:00:00Z')

test.each([
  ['Northgate cardiology data set, October 2026.xlsx', { iso: '2026-10-31', isMonth: true }],
  ['ward-4 2026-11-24.xlsx', { iso: '2026-11-24', isMonth: false }],
  ['export_20261124.xlsx', { iso: '2026-11-24', isMonth: false }],
  ['patients 2024-02.xlsx', { iso: '2024-02-29', isMonth: true }],
  ['Feb_2023.xlsx', { iso: '2023-02-28', isMonth: true }],
  // Nothing was collected after today, which has begun in the easternmost time zone.
  ['ward 2026-12-10.xlsx', { iso: '2026-12-10', isMonth: false }],
  ['ward 2026-12-11.xlsx', null],
  ['ward December 2026.xlsx', { iso: '2026-12-10', isMonth: true }],
  ['ward 2062-11.xlsx', null],
  ['ward 2026-02-31.xlsx', null],
  ['mayor 12.xlsx', null],
  ['patients.xlsx', null],
  ['id 120261124.xlsx', null],
])('the date in the file name %s is read', (name, day) => expect(dayInName(name, nowMs)).toEqual(day))
