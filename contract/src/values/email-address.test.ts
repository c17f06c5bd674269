import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { foreignLocalPart, invisibleInEmail } from './email-address.ts'
import { Email, emailKeyOf } from './text.ts'

test.each([
  ['ada@example.org', 'ada@example.org'],
  [' Ada@Example.ORG ', 'Ada@example.org'],
  ['a@müller.de', 'a@xn--mller-kva.de'],
  ['a@MÜLLER.de', 'a@xn--mller-kva.de'],
  ['a@xn--mller-kva.de', 'a@xn--mller-kva.de'],
  ['a@例え.テスト', 'a@xn--r8jz45g.xn--zckzah'],
  ['a@straße.example', 'a@xn--strae-oqa.example'],
  ["o'neil@example.org", "o'neil@example.org"],
  ['a&b/c=d!e#f~g%h{i}j@example.org', 'a&b/c=d!e#f~g%h{i}j@example.org'],
  [`${'x'.repeat(64)}@${'y'.repeat(63)}.example`, `${'x'.repeat(64)}@${'y'.repeat(63)}.example`],
])('[email-address-1] an address is accepted, with its domain in lower-case ASCII: %s', (text, stored) => {
  expect(z.parse(Email, text)).toBe(stored)
  expect(emailKeyOf(text)).toBe(stored.toLowerCase())
})

test.each([
  '',
  'ada',
  '@example.org',
  'ada@',
  'ada@localhost',
  'ada@-a.example',
  'ada@a-.example',
  'ada@a..example',
  'ada@example.org.',
  'ada@10.0.0.1',
  'ada@0x7f.1',
  'ada@[::1]',
  'ada@example.org/x',
  'ada@example.org?bcc=x@evil.example',
  'ada@example.org:25',
  'ada@evil.example%2f.example.org',
  '.ada@example.org',
  'ada.@example.org',
  'a..b@example.org',
  '"a b"@example.org',
  'a b@example.org',
  'ada@b@example.org',
  'ada@example.org\nBcc: x@evil.example',
  `${'x'.repeat(65)}@example.org`,
  `ada@${'y'.repeat(64)}.example`,
  `ada@${'y.'.repeat(127)}example`,
])('[email-address-1] a text that is not an address is rejected: %j', (text) => {
  const { error } = z.safeParse(Email, text)
  expect(error?.issues[0]?.message).toMatch(/^(Invalid email address|At most 254 characters)$/)
})

test('[email-address-1] letters of other scripts before the @ are rejected in one sentence', () => {
  for (const text of ['zoë@example.org', '山田@例え.テスト']) {
    const { error } = z.safeParse(Email, text)
    expect(error?.issues.map(({ message }) => message)).toEqual([foreignLocalPart])
  }
})

const marks = [
  '\u200E',
  '\u200F',
  '\u061C',
  '\u202A',
  '\u202C',
  '\u2066',
  '\u2069',
  '\u200B',
  '\u200D',
  '\u2060',
  '\uFEFF',
  '\u00AD',
  '\uFE0F',
]

test.each(marks)('[email-address-1] the mark %j is removed at both ends of an address, and rejected inside', (mark) => {
  const pasted = `${mark} ${mark}ada@example.org${mark}\n${mark}`
  expect(z.parse(Email, pasted)).toBe('ada@example.org')
  expect(emailKeyOf(pasted)).toBe('ada@example.org')
  for (const text of [`a${mark}da@example.org`, `ada@${mark}example.org`, `ada@exam${mark}ple.org`]) {
    const { error } = z.safeParse(Email, text)
    expect(error?.issues.map(({ message }) => message)).toEqual([invisibleInEmail])
    expect(emailKeyOf(text)).toBe(text)
  }
})

test('[email-address-1] joiners stay in domains of scripts that join', () => {
  expect(z.parse(Email, 'a@نامه\u200Cای.example')).toBe('a@xn--mgba3gch31f060k.example')
})
