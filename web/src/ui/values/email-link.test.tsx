import { expect, test } from 'vitest'
import { render } from '../../testing/render.tsx'
import { EmailLink } from './email-link.tsx'

const hrefOf = (email: string) => {
  const { host } = render(<EmailLink email={email} />)
  expect(host.textContent).toBe(email)
  return host.querySelector('a')?.getAttribute('href')
}

test.each([
  ['ada@example.org', 'mailto:ada@example.org'],
  ['ada+tag.x@mail.example.org', 'mailto:ada%2Btag.x@mail.example.org'],
  ['why?bcc=x&y@example.org', 'mailto:why%3Fbcc%3Dx%26y@example.org'],
  ['100%25@example.org', 'mailto:100%2525@example.org'],
  ['zoë@müller.example', 'mailto:zo%C3%AB@m%C3%BCller.example'],
])('the email client receives only the address: %s', (email, href) => {
  expect(hrefOf(email)).toBe(href)
})

test.each([
  'x@y.org?bcc=mallory@evil.example',
  'x@y.org?bcc=mallory%40evil.example',
  'x@y.org,mallory@evil.example',
  'x,mallory@y.org',
  'x@y.org&body=hello',
  'x@y.org#a',
  '"x@y.org?cc=z"@evil.example',
  'x y@y.org',
  'x\u202e@y.org',
  'x\n@y.org',
  'x@localhost',
  '@y.org',
  'not an address',
])('a text that is not an address is shown without a link: %j', (email) => {
  expect(hrefOf(email)).toBeUndefined()
})
