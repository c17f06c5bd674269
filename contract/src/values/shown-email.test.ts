import { expect, test } from 'vitest'
import { shownEmail } from './shown-email.ts'

test.each([
  ['a@xn--mller-kva.de', 'a@müller.de'],
  ['a@xn--r8jz45g.xn--zckzah', 'a@例え.テスト'],
  ['a@xn--e1afmkfd.xn--p1ai', 'a@пример.рф'],
  // Cyrillic letters in a Latin domain look like "apple.com".
  ['a@xn--80ak6aa92e.com', 'a@xn--80ak6aa92e.com'],
  ['a@xn--pple-43d.com', 'a@xn--pple-43d.com'],
  // The characters look like a slash and a full stop, and one is not a letter.
  ['a@example.xn--orglogin-g03d.evil.com', 'a@example.xn--orglogin-g03d.evil.com'],
  ['a@xn--paypalcom-gl5h.example', 'a@xn--paypalcom-gl5h.example'],
  ['a@xn--a-jv3s.example', 'a@xn--a-jv3s.example'],
  ['a@xn--5ckp3n.xn--zckzah', 'a@データ.テスト'],
  ['a@xn--h2brj9c.xn--h2brj9c', 'a@भारत.भारत'],
  ['a@xn--a.example', 'a@xn--a.example'],
  ['a@xn--99999999.example', 'a@xn--99999999.example'],
  ['a@example.org', 'a@example.org'],
])('[email-address-2] a domain is shown in Unicode if its letters are of one script: %s', (email, shown) => {
  expect(shownEmail(email)).toBe(shown)
})
