import { expect, test } from 'vitest'
import { dayInName } from './day-in-name.ts'

test.each([
  ['Northgate cardiology data set, October 2026.xlsx', { iso: '2026-10-31', isMonth: true }],
  ['ward-4 2026-11-24.xlsx', { iso: '2026-11-24', isMonth: false }],
  ['export_20261124.xlsx', { iso: '2026-11-24', isMonth: false }],
  ['patients 2024-02.xlsx', { iso: '2024-02-29', isMonth: true }],
  ['Feb_2023.xlsx', { iso: '2023-02-28', isMonth: true }],
  ['ward 2026-02-31.xlsx', null],
  ['mayor 12.xlsx', null],
  ['patients.xlsx', null],
  ['id 120261124.xlsx', null],
])('the date in the file name %s is read', (name, day) => expect(dayInName(name)).toEqual(day))
