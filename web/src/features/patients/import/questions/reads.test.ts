import { formatMeasure } from '@health-console/contract/patients/checks.ts'
import { ownUnitOf, readMeasure } from '@health-console/contract/patients/measures.ts'
import { isBirth, unitsOf } from '@health-console/contract/patients/units.ts'
import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { expect, test } from 'vitest'
import type { Answer } from './answers.ts'
import { agesOn, converted, isBornLater } from './reads.ts'

const heading = 'H'

/** A conversion as it is shown, in one line. */
function shown(samples: string[], columns: PatientColumnKey[], answer: Answer): string | null {
  const found = converted(samples, columns, answer)
  if (!found) return null
  const values = found.values.map((value) => formatMeasure(columns[0] ?? 'memberId', value))
  return `${found.written} = ${values.join('/')} ${found.unit}`.replaceAll('\u00a0', ' ')
}

test.each<[string, PatientColumnKey[], Answer, string | null]>([
  ['64.0', ['height'], { heading, unit: 'in' }, '64.0 in = 162.56 cm'],
  ['71.40000000000001', ['height'], { heading, unit: 'in' }, '71.4 in = 181.36 cm'],
  ['1.75', ['height'], { heading, unit: 'm' }, '1.75 m = 175 cm'],
  ['5\' 11"', ['height'], { heading, unit: 'ft and in' }, '5\' 11" = 180.34 cm'],
  ['152', ['weight'], { heading, unit: 'lb' }, '152 lb = 68.9 kg'],
  ['3287', ['age'], { heading, unit: 'days' }, '3287 days = 9 years'],
  ['5 14', ['height'], { heading, unit: 'ft and in' }, null],
  ['12-11', ['height'], { heading, unit: 'ft and in' }, null],
  ['64', ['height'], { heading, unit: 'ft and in' }, null],
  ['18', ['age'], { heading, unit: 'months' }, '18 months = 1 year'],
  ['4', ['age'], { heading, unit: 'months' }, '4 months = 0 years'],
  ['4', ['age'], { heading, unit: 'months', unitHeading: 'Age unit' }, null],
  ['1961-03-14', ['age'], { heading, unit: 'date of birth', countedTo: '2026-03-13' }, null],
  [
    '16.0/10.7',
    ['systolicBloodPressure', 'diastolicBloodPressure'],
    { heading, unit: 'kPa', half: 'first' },
    '16.0/10.7 kPa = 120.01/80.26 mmHg',
  ],
  ['12.0/8.0', ['diastolicBloodPressure'], { heading, unit: 'cmHg', half: 'second' }, '12.0/8.0 cmHg = 80 mmHg'],
  ['63 kg', ['weight'], { heading, unit: 'lb' }, null],
  ['64', ['height'], { heading, unit: 'cm' }, null],
  ['64', ['height'], { heading }, null],
  ['64', ['height'], null, null],
])('a value is interpreted as shown: %s of %j reads as %j: %s', (text, columns, answer, reads) => {
  expect(shown([text], columns, answer)).toBe(reads)
})

test('values that cannot be read are skipped', () => {
  const answer = { heading, unit: 'lb' }
  expect(shown(['n/a', '63,5', '154'], ['weight'], answer)).toBe('154 lb = 69.9 kg')
  expect(converted([], ['weight'], answer)).toBeNull()
})

test('the ages on a day are completed years', () => {
  const answer = { heading, unit: 'date of birth' }
  expect(agesOn(['1938-12-09', '2004-10-04'], answer, '2026-10-31')).toBe('22 to 87 years')
  expect(agesOn(['1938-12-09', '2026-11-01'], answer, '2026-10-31')).toBeNull()
  expect(isBornLater(['1938-12-09', '2026-11-01'], answer, '2026-10-31')).toBe(true)
})

test('the ages of years of birth are those that are reached in the year', () => {
  const answer = { heading, unit: 'year of birth' }
  expect(agesOn(['1938', '2004'], answer, '2026-03-01')).toBe('22 to 88 years')
  expect(isBornLater(['1938', '2004'], answer, '2026-03-01')).toBe(false)
})

test('a conversion is shown exactly if the import accepts the text, with the value that it stores', () => {
  const units = (['age', 'height', 'weight', 'systolicBloodPressure'] as const).flatMap((column) =>
    unitsOf(column).flatMap(({ unit }) => (unit === ownUnitOf(column) || isBirth(unit) ? [] : [{ column, unit }])),
  )
  const wrong: string[] = []
  for (const { column, unit } of units) {
    for (const text of writtenNumbers()) {
      const stored = readMeasure(column, text, { unit, half: undefined, readings: new Set(), missing: new Set() })
      const found = converted([text], [column], { heading, unit })?.values[0]
      if (found !== (typeof stored === 'number' ? stored : undefined)) wrong.push(`${text} ${unit}: ${found}`)
    }
  }
  expect(wrong).toEqual([])
})

/** All days of a long life, and what people write as lengths, with and without a unit. */
function* writtenNumbers(): Generator<string> {
  for (let days = 0; days <= 40_000; days += 1) yield String(days)
  for (const sign of ["'", '′', ' ', '-', ' ft ', ',', '.', '/']) {
    for (let feet = 0; feet <= 12; feet += 1) {
      for (const inches of ['', '0', '5', '11', '12', '14', '7.5', '5"', '11 in']) yield `${feet}${sign}${inches}`
    }
  }
}
