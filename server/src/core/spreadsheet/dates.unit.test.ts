import { expect, test } from 'vitest'
import { randomFrom } from '../../../testing/spreadsheet/mutations.ts'
import { isoToSerial, serialToIso } from './dates.ts'

test('a day, a day with a time and a time keep their text as a serial number', () => {
  const random = randomFrom(1)
  const fromMs = Date.UTC(1900, 2, 1)
  const days = (Date.UTC(9999, 11, 31) - fromMs) / 86_400_000
  for (let round = 0; round < 2_000; round += 1) {
    const ms = fromMs + random(days) * 86_400_000 + random(86_400_000)
    const iso = new Date(ms).toISOString().slice(0, 23).replace('.000', '')
    for (const text of [iso.slice(0, 10), iso, iso.slice(11)]) {
      expect(serialToIso(isoToSerial(text) ?? Number.NaN, false)).toBe(text.replace('T00:00:00', ''))
    }
  }
  expect(['1900-02-28', '1899-12-31', '2026-03-05T10:00:00+01:00', '', 'x', '10:30'].map(isoToSerial)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    0.4375,
  ])
})
