import { expect, test } from 'vitest'
import { splitAddresses } from './split-addresses.ts'

test.each([
  ['one a line', 'a@one.example\nb@two.example\r\n\r\nc@three.example\n'],
  ['with semicolons', 'a@one.example; b@two.example;c@three.example;'],
  ['with spaces or tabs', 'a@one.example b@two.example\tc@three.example'],
  ['with names', 'Ann <a@one.example>, "Doe, Bo" <b@two.example>; Doe, Cy <mailto:c@three.example>'],
])('addresses are found %s', (_how, text) => {
  expect(splitAddresses(text)).toEqual(['a@one.example', 'b@two.example', 'c@three.example'])
})

test('text that is not an address is kept, so that it can be named', () => {
  expect(splitAddresses('a@one.example; quality office; b@two')).toEqual(['a@one.example', 'quality office', 'b@two'])
  expect(splitAddresses('Ann <>')).toEqual(['Ann <>'])
  expect(splitAddresses(' ; \n')).toEqual([])
})
