import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'
import { readMailAddress, readSmtpUrl } from './settings.ts'

test.each([
  ['smtp://mail.example.org', { host: 'mail.example.org', port: 587, tls: 'starttls', credentials: undefined }],
  ['smtps://mail.example.org/', { port: 465, tls: 'implicit' }],
  [
    'smtp://me%40example.org:p%3Aw@mail.example.org:2525',
    { port: 2525, credentials: { user: 'me@example.org', password: 'p:w' } },
  ],
  ['smtp://mail.example.org:25?tls=off', { port: 25, tls: 'off' }],
  ['smtp://[::1]:25?tls=off', { host: '::1' }],
])('%s is understood', (url, expected) => {
  expect(readSmtpUrl(url)).toMatchObject(expected)
})

test.each([
  'mail.example.org',
  'http://mail.example.org',
  'smtp://',
  'smtp://mail.example.org/path',
  'smtp://mail.example.org?tls=no',
  'smtp://mail.example.org?tls=off&debug=1',
  'smtps://mail.example.org?tls=off',
])('%s is refused with a sentence', (url) => {
  expect(readSmtpUrl(url)).toEqual(expect.any(String))
  expect(() => readConfig({ SMTP_URL: url })).toThrow(/^SMTP_URL /)
})

test.each([
  ['a@example.org', { name: '', address: 'a@example.org' }],
  ['The Console <a@example.org>', { name: 'The Console', address: 'a@example.org' }],
  ['"Console, The" <a@example.org>', { name: 'Console, The', address: 'a@example.org' }],
  ['no-reply@localhost', { name: '', address: 'no-reply@localhost' }],
  ['nobody', undefined],
  ['a@example.org, b@example.org', undefined],
  ['A <a@example.org>\r\nBcc: b@example.org', undefined],
])('the sender %j', (text, expected) => {
  expect(readMailAddress(text)).toEqual(expected)
})

test.each([
  [{ NODE_ENV: 'production', PUBLIC_URL: 'https://console.example.org' }],
  [{ PUBLIC_URL: 'https://console.example.org' }],
  [{ NODE_ENV: 'production' }],
])('where real people use it, mail is set up or switched off: %j', (environment) => {
  expect(() => readConfig(environment)).toThrow(ConfigError)
  expect(() => readConfig(environment)).toThrow(/^SMTP_URL must be set .* or MAIL=off/)
  expect(readConfig({ ...environment, MAIL: 'off' }).mail).toEqual({ way: 'off' })
  expect(readConfig({ ...environment, SMTP_URL: 'smtp://mail.example.org' }).mail.way).toBe('smtp')
})

test('on one’s own machine mails are kept and shown; on a network interface they are kept only', () => {
  expect(readConfig({})).toMatchObject({ mail: { way: 'files' }, mailbox: true })
  expect(readConfig({ HOST: '0.0.0.0' })).toMatchObject({ mail: { way: 'files' }, mailbox: false })
  expect(readConfig({ HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' })).toMatchObject({ mailbox: true })
  expect(readConfig({ MAIL: 'off' })).toMatchObject({ mailbox: false })
  expect(readConfig({ SMTP_URL: 'smtp://localhost' })).toMatchObject({ mailbox: false })
})

test('the sender is named after the product unless it says otherwise', () => {
  const environment = { PUBLIC_URL: 'https://console.example.org', MAIL: 'off', PRODUCT_NAME: 'Lumen' }
  expect(readConfig(environment).mailFrom).toEqual({ name: 'Lumen', address: 'no-reply@console.example.org' })
  expect(readConfig({ ...environment, MAIL_FROM: 'it@example.org' }).mailFrom).toEqual({
    name: 'Lumen',
    address: 'it@example.org',
  })
  expect(() => readConfig({ ...environment, MAIL_FROM: 'nobody' })).toThrow(/^MAIL_FROM /)
})
