import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { expect, test } from 'vitest'
import type { Place } from './answers.ts'
import { agesOn, converted } from './reads.ts'

const heading = 'H'

test.each<[string, PatientColumnKey[], Place, string | null]>([
  ['64.0', ['height'], { heading, unit: 'in' }, '64.0 in = 162.6 cm'],
  ['71.40000000000001', ['height'], { heading, unit: 'in' }, '71.4 in = 181.4 cm'],
  ['1.75', ['height'], { heading, unit: 'm' }, '1.75 m = 175 cm'],
  ['5\' 11"', ['height'], { heading, unit: 'ft and in' }, '5\' 11" = 180.3 cm'],
  ['152', ['weight'], { heading, unit: 'lb' }, '152 lb = 68.9 kg'],
  ['18', ['age'], { heading, unit: 'months' }, '18 months = 1 year'],
  ['4', ['age'], { heading, unit: 'months' }, '4 months = 0 years'],
  ['4', ['age'], { heading, unit: 'months', unitHeading: 'Age unit' }, null],
  ['1961-03-14', ['age'], { heading, unit: 'date of birth', countedTo: '2026-03-13' }, null],
  [
    '16.0/10.7',
    ['systolicBloodPressure', 'diastolicBloodPressure'],
    { heading, unit: 'kPa', half: 'first' },
    '16.0/10.7 kPa = 120/80.3 mmHg',
  ],
  ['12.0/8.0', ['diastolicBloodPressure'], { heading, unit: 'cmHg', half: 'second' }, '12.0/8.0 cmHg = 80 mmHg'],
  ['63 kg', ['weight'], { heading, unit: 'lb' }, null],
  ['64', ['height'], { heading, unit: 'cm' }, null],
  ['64', ['height'], { heading }, null],
  ['64', ['height'], null, null],
])('a value is interpreted as shown: %s of %j reads as %j: %s', (text, columns, place, reads) => {
  expect(converted([text], columns, place)?.replaceAll('\u00a0', ' ') ?? null).toBe(reads)
})

test('values that cannot be read are skipped', () => {
  const place = { heading, unit: 'lb' }
  expect(converted(['n/a', '63,5', '154'], ['weight'], place)).toBe('154\u00a0lb = 69.9\u00a0kg')
  expect(converted([], ['weight'], place)).toBeNull()
})

test('the ages on a day are completed years', () => {
  expect(agesOn(['1938-12-09', '2004-10-04'], '2026-10-31')).toBe('22 to 87 years')
  expect(agesOn(['1938-12-09', '2026-11-01'], '2026-10-31')).toBeNull()
})
