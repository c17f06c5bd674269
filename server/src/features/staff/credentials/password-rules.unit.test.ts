import { expect, test } from 'vitest'
import { whyGuessable } from './password-rules.ts'

const person = { fullName: 'Zoë Ångström', email: 'z.berg@clinic.example' }
const why = (password: string) => whyGuessable(password, 'Health Console', person)

test.each([
  'P@ssw0rd123',
  'Summer2026!',
  'Changeme2026',
  'PASSWORDs1!!',
  'Pa$$w0rd2026',
  'Acce$$2026',
  'W3lc0me!!99',
  'May2026!!!!',
  'Monday2026!',
  'Hospital2026!',
  'Pati3nts2026',
  '2026Summer!!',
  '!!Letmein2026',
  'Iloveyou2026',
  '1Qaz2wsx3edc',
  'Qwertz12345!',
  'Abcdefgh12',
  'A123456789',
  'Trustno12345',
  'Janvier2026',
  'Sömmer2026!',
])('a common word is recognised in any disguise: %s', async (password) => {
  expect(await why(password)).toContain('common')
})

test.each([
  'Correct-horse-7',
  'Copper-lantern-9',
  'Password-hospital-2026',
  'Summer rain on 12 roofs',
  'My password is 1 long phrase',
  'Xk9mT2qLw8',
  '7hR!pq2Zv0',
  'Winter-Summer-12',
  'Ärger mit 3 Lampen',
  '多言語のパスワードAa1',
  `Ab${'1'.repeat(254)}`,
])('phrases and random passwords are accepted: %s', async (password) => {
  expect(await why(password)).toBeNull()
})

test.each([
  ['Angstrom-2026', '“Ångström”, which is in your name'],
  ['4ngstr0m-2026', '“Ångström”, which is in your name'],
  ['B3rg-und-Tal-9', '“berg”, which is in your email address'],
  ['Cl1nic-lantern-9', '“clinic”, which is in your email address'],
  ['He4lthC0nsole-1', '“HealthConsole”, which is in the product’s name'],
])('names of the admin and the product are recognised in a disguise and named: %s', async (password, what) => {
  expect(await why(password)).toBe(`Your password can’t contain ${what}.`)
})

test.each([
  ['P@ssw0rd2026!', 'This password is too common: it’s based on “password”. Choose another.'],
  ['Hospital2026!', 'This password is too common: it’s based on “hospital”. Choose another.'],
  ['1Qaz2wsx3edc', 'This password is too common. Choose another.'],
])('the error of %s names the common word behind it, unless that is all of it', async (password, error) => {
  expect(await why(password)).toBe(error)
})
