import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

const all = [
  'At least 10 characters',
  'At least 1 lowercase letter',
  'At least 1 uppercase letter',
  'At least 1 number',
]

test('an empty password lists every rule and has no level', () => {
  expect(passwordStrength('')).toEqual({ level: null, met: 0, total: 4, unmet: all })
})

test.each([
  ['!', 'Weak', 0],
  ['a', 'Weak', 1],
  ['A', 'Weak', 1],
  ['7', 'Weak', 1],
  ['!!!!!!!!!!', 'Weak', 1],
  ['a7', 'Medium', 2],
  ['aA', 'Medium', 2],
  ['winterberry', 'Medium', 2],
  ['aA7', 'Strong', 3],
  ['Winterberry', 'Strong', 3],
  ['Winterberry7', 'Strong', 4],
  ['Zimtäpfel2ñ', 'Strong', 4],
])('the password "%s" is %s', (password, level, met) => {
  expect(passwordStrength(password)).toMatchObject({ level, met })
})

test('[password-6] a password that was rejected as common is never strong', () => {
  expect(['', 'a', 'a7', 'aA7', 'Winterberry7'].map((password) => passwordStrength(password, true).level)).toEqual([
    null,
    'Weak',
    'Medium',
    'Medium',
    'Medium',
  ])
})

test('[password-1] only the rules that fail are listed, in order', () => {
  expect(passwordStrength('winter').unmet).toEqual([all[0], all[2], all[3]])
  expect(passwordStrength('Winterberry7').unmet).toEqual([])
})
