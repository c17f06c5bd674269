import { unknownUser } from '@health-console/contract/users/users.ts'
import { KeyboardIcon } from 'lucide-react'
import { expect, test } from 'vitest'
import { matches, pageEntry, patientEntry, userEntry } from './entries.ts'

const user = { ...unknownUser, id: '0198', memberId: 'M-1', email: 'zoe@example.org', dateOfBirth: '1990-01-31' }
const zoe = { ...user, firstName: 'Zoë', lastName: 'MÜLLER' }

test.each([
  ['zoe muller', 'Exact name'],
  ['m-1', 'Exact ID'],
  ['0198', 'Exact ID'],
  ['zoe', undefined],
  ['muller', undefined],
])('for a user, "%s" is an exact result: %s', (text, exact) => {
  expect(userEntry(zoe, text).exact).toBe(exact)
})

test('a user without a name or an ID is not the exact result of an empty text', () => {
  expect(userEntry({ ...user, memberId: '', firstName: '', lastName: '' }, '').exact).toBeUndefined()
})

test('a patient is an exact result only for the whole member ID', () => {
  expect(['M-1', 'm-1', 'M-'].map((text) => patientEntry('M-1', text).exact)).toEqual([
    'Exact ID',
    'Exact ID',
    undefined,
  ])
})

test.each(['upl', 'table', 'upload tab', 're-upload', 'TÁBLE', 'xlsx'])('"%s" finds an action by its words', (text) => {
  const entry = { ...pageEntry(KeyboardIcon, 'Re-upload table', '/'), detail: 'from an .xlsx' }
  expect(matches(entry, text)).toBe(true)
})

test.each(['load', 'able', 'upload of'])('"%s" does not find the action', (text) => {
  expect(matches(pageEntry(KeyboardIcon, 'Re-upload table', '/'), text)).toBe(false)
})
