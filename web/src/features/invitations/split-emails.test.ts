import { expect, test } from 'vitest'
import { splitEmails } from './split-emails.ts'

test.each([
  ['a list with one a line', 'a@one.example\nb@two.example\r\n\r\nc@three.example\n'],
  ['a list with semicolons', 'a@one.example; b@two.example;c@three.example;'],
  ['a list with spaces or tabs', 'a@one.example b@two.example\tc@three.example'],
  ['a list with names', 'Ann <a@one.example>, "Doe, Bo" <b@two.example>; Doe, Cy <mailto:c@three.example>'],
  [
    'a list with marks of direction',
    '\u202Aa@one.example\u202C \u200Eb@two.example\u200F; Cy <\u2066c@three.example\u2069>',
  ],
])('email addresses are found in %s', (_how, text) => {
  expect(splitEmails(text)).toEqual(['a@one.example', 'b@two.example', 'c@three.example'])
})

test('text that is not an email address is kept, so that it can be named', () => {
  expect(splitEmails('a@one.example; quality office; b@two')).toEqual(['a@one.example', 'quality office', 'b@two'])
  expect(splitEmails('Ann <>')).toEqual(['Ann <>'])
  expect(splitEmails(' ; \n')).toEqual([])
})
