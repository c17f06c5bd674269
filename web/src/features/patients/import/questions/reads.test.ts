import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { expect, test } from 'vitest'
import type { Place } from './answers.ts'
import { firstReading } from './reads.ts'

const heading = 'H'

test.each<[string, PatientColumnKey[], Place, string | null]>([
  ['64.0', ['height'], { heading, unit: 'in' }, 'Reads 162.6 cm'],
  ['1.75', ['height'], { heading, unit: 'm' }, 'Reads 175 cm'],
  ['5\' 11"', ['height'], { heading, unit: 'ft and in' }, 'Reads 180.3 cm'],
  ['152', ['weight'], { heading, unit: 'lb' }, 'Reads 68.9 kg'],
  ['18', ['age'], { heading, unit: 'months' }, 'Reads 1.5 years'],
  ['1961-03-14', ['age'], { heading, unit: 'date of birth', countedTo: '2026-03-13' }, 'Reads 64 years'],
  ['1961-03-14', ['age'], { heading, unit: 'date of birth', countedTo: '2026-03-14' }, 'Reads 65 years'],
  ['1961-03-14', ['age'], { heading, unit: 'date of birth' }, null],
  [
    '120/80',
    ['systolicBloodPressure', 'diastolicBloodPressure'],
    { heading, unit: 'mmHg', half: 'first' },
    'Reads 120 and 80',
  ],
  ['12.0/8.0', ['diastolicBloodPressure'], { heading, unit: 'cmHg', half: 'second' }, 'Reads 80 mmHg'],
  ['63 kg', ['weight'], { heading, unit: 'kg' }, null],
  ['64', ['height'], { heading }, 'Reads 64 cm'],
  ['64', ['height'], null, null],
])('%s of %j reads as %j: %s', (text, columns, place, reads) => {
  expect(firstReading([text], columns, place)).toBe(
    reads?.replace(/ (\S+)$/, reads.includes(' and ') ? ' $1' : '\u00a0$1') ?? null,
  )
})

test('values that cannot be read are passed over', () => {
  const place = { heading, unit: 'lb' }
  expect(firstReading(['n/a', '63,5', '154'], ['weight'], place)).toBe('Reads 69.9\u00a0kg')
  expect(firstReading([], ['weight'], place)).toBeNull()
})
