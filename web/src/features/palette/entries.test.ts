import { expect, test } from 'vitest'
import { matches, userEntry } from './entries.ts'

test('an entry is found whatever the case and accents of its label', () => {
  const person = { id: '1', memberId: 'M-1', email: 'zoe@example.org', dateOfBirth: '1990-01-31' }
  const entry = userEntry({ ...person, firstName: 'Zoë', lastName: 'MÜLLER' })
  expect(['zoe', 'Zoë m', 'muller'].map((text) => matches(entry, text))).toEqual([true, true, true])
  expect(matches(entry, 'meier')).toBe(false)
})
