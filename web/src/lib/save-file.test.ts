import { expect, test } from 'vitest'
import { toFileName } from './save-file.ts'

test.each([
  ['Siân Llewellyn-reports.json', 'Siân Llewellyn-reports.json'],
  ['李小龍-reports.json', '李小龍-reports.json'],
  ['A/B\\C: "D" <E> |F?*-reports.json', 'A_B_C_ _D_ _E_ _F__-reports.json'],
  ['line\nbreak\u0000-reports.json', 'line_break_-reports.json'],
  ['../../etc-reports.json', '___.._etc-reports.json'],
  ['turned \u202earound\u2069-reports.json', 'turned _around_-reports.json'],
  ['lone \ud83d surrogate', 'lone _ surrogate'],
])('%s is saved as %s', (name, expected) => {
  expect(toFileName(name)).toBe(expected)
})
