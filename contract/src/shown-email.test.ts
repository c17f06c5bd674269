import { expect, test } from 'vitest'
import { shownEmail } from './shown-email.ts'

test.each([
  ['a@xn--mller-kva.de', 'a@müller.de'],
  ['a@xn--r8jz45g.xn--zckzah', 'a@例え.テスト'],
  ['a@xn--e1afmkfd.xn--p1ai', 'a@пример.рф'],
  // Cyrillic letters in a Latin domain look like "apple.com".
  ['a@xn--80ak6aa92e.com', 'a@xn--80ak6aa92e.com'],
  ['a@xn--pple-43d.com', 'a@xn--pple-43d.com'],
  ['a@xn--a.example', 'a@xn--a.example'],
  ['a@xn--99999999.example', 'a@xn--99999999.example'],
  ['a@example.org', 'a@example.org'],
])('[email-address-2] a domain is shown in its letters where they are of one script: %s', (email, shown) => {
  expect(shownEmail(email)).toBe(shown)
})
