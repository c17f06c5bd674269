import { expect, test } from 'vitest'
import { correctList, readEmails } from './read-emails.ts'

test('[admins-15] a list is split on commas and trimmed', () => {
  expect(readEmails(' a@one.example ,b@two.example,\n c@three.example ')).toEqual({
    emails: ['a@one.example', 'b@two.example', 'c@three.example'],
    error: null,
    emailErrors: [],
  })
})

test.each(['，', '、', '،', '､', '﹐'])('[admins-15] the comma %j of another keyboard separates, too', (comma) => {
  const list = `a@one.example${comma}b@two.example${comma} c@three.example`
  expect(readEmails(list)).toEqual(readEmails('a@one.example, b@two.example, c@three.example'))
  expect(readEmails(list).error).toBeNull()
})

test('invisible characters around the addresses of a list are ignored, and inside one they are named', () => {
  expect(readEmails('\u200Ba@one.example\u200B,\uFEFFb@two.example\u2060')).toMatchObject({
    emails: ['a@one.example', 'b@two.example'],
    error: null,
  })
  expect(readEmails('a\u200B@one.example, b@two.example').emailErrors).toEqual([
    { index: 0, message: 'a\u200B@one.example contains an invisible character', remove: 'a\u200B@one.example' },
  ])
  expect(readEmails('\u200B\u202C').error).toBe('Please enter at least one email.')
})

test.each(['', '  ', '\n'])('an empty text is not a list: %j', (text) => {
  expect(readEmails(text).error).toBe('Please enter at least one email.')
})

test('[admins-15] every item that is not an email address is named', () => {
  expect(readEmails('a@one.example, quality.office@two, , x')).toMatchObject({
    error: 'Please enter valid email addresses.',
    emailErrors: [
      { index: 1, message: 'quality.office@two isn’t a valid email address' },
      { index: 2, message: 'There’s an extra comma' },
      { index: 3, message: 'x isn’t a valid email address' },
    ],
  })
})

test.each(['a@one.example,', ',a@one.example', 'a@one.example b@two.example', 'a@one.example;b@two.example'])(
  'a list that contains more than email addresses is rejected: %s',
  (text) => {
    expect(readEmails(text).error).toBe('Please enter valid email addresses.')
  },
)

test('a repeated email address is named, whatever its case', () => {
  expect(readEmails('a@one.example, b@two.example, A@One.example')).toMatchObject({
    error: 'Each email address can be listed only once.',
    emailErrors: [{ index: 2, message: 'A@One.example is listed twice' }],
  })
})

test('fifty email addresses are accepted, fifty-one are not', () => {
  const list = (length: number) => Array.from({ length }, (_, index) => `person${index}@one.example`).join(',')
  expect(readEmails(list(50)).error).toBeNull()
  expect(readEmails(list(51)).error).toBe('You can invite up to 50 admins at once; this list has 51.')
})

test('among email addresses without commas only the invalid one is named, and removing it keeps the others', () => {
  const text = 'a@one.example;b@two, c@three.example\nd@four.example, Ann <e@five.example>'
  const { emailErrors } = readEmails(text)
  expect(emailErrors).toEqual([
    { index: 0, message: 'b@two isn’t a valid email address', remove: 'b@two' },
    { index: 1, message: 'Add a comma between c@three.example and d@four.example', remove: null },
    { index: 2, message: '“Ann <e@five.example>” contains more than an email address', remove: null },
  ])
  expect(correctList(text, emailErrors.slice(0, 1))).toBe(
    'a@one.example, c@three.example\nd@four.example, Ann <e@five.example>',
  )
  expect(correctList(text, emailErrors)).toBe('a@one.example, c@three.example, d@four.example, e@five.example')
})

test('items can be removed from the list', () => {
  const text = 'a@one.example,x,  b@two.example, '
  expect(correctList(text, readEmails(text).emailErrors)).toBe('a@one.example, b@two.example')
  expect(correctList('x', readEmails('x').emailErrors)).toBe('')
})
