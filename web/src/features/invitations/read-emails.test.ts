import { expect, test } from 'vitest'
import { readEmails, withoutItems } from './read-emails.ts'

test('items are split on commas and trimmed', () => {
  expect(readEmails(' a@one.example ,b@two.example,\n c@three.example ')).toEqual({
    emails: ['a@one.example', 'b@two.example', 'c@three.example'],
    error: null,
    problems: [],
  })
})

test.each(['', '  ', '\n'])('nothing is not a list: %j', (text) => {
  expect(readEmails(text).error).toBe('Please enter at least one email.')
})

test('every item that is no address is named', () => {
  expect(readEmails('a@one.example, quality.office@two, , x')).toMatchObject({
    error: 'Please enter valid email addresses.',
    problems: [
      { index: 1, message: 'quality.office@two is not an e-mail address' },
      { index: 2, message: 'There is a comma with no address beside it' },
      { index: 3, message: 'x is not an e-mail address' },
    ],
  })
})

test.each(['a@one.example,', ',a@one.example', 'a@one.example b@two.example', 'a@one.example;b@two.example'])(
  'a list with something else in it is refused: %s',
  (text) => {
    expect(readEmails(text).error).toBe('Please enter valid email addresses.')
  },
)

test('an address that comes again is named, whatever its case', () => {
  expect(readEmails('a@one.example, b@two.example, A@One.example')).toMatchObject({
    error: 'Each address can be in the list once.',
    problems: [{ index: 2, message: 'A@One.example is in the list twice' }],
  })
})

test('fifty are enough, fifty-one too many', () => {
  const list = (length: number) => Array.from({ length }, (_, index) => `person${index}@one.example`).join(',')
  expect(readEmails(list(50)).error).toBeNull()
  expect(readEmails(list(51)).error).toBe('At most 50 people can be invited at once. The list has 51 addresses.')
})

test('items can be taken out of the list', () => {
  expect(withoutItems('a@one.example,x,  b@two.example, ', [1, 3])).toBe('a@one.example, b@two.example')
  expect(withoutItems('x', [0])).toBe('')
})
