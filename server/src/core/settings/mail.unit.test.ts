import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { parseSender, readSmtpUrl } from './mail.ts'

test.each([
  ['smtp://mail.example.org', { host: 'mail.example.org', port: 587, tls: 'starttls', credentials: undefined }],
  ['smtps://mail.example.org/', { port: 465, tls: 'implicit' }],
  [
    'smtp://me%40example.org:p%3Aw@mail.example.org:2525',
    { port: 2525, credentials: { user: 'me@example.org', password: 'p:w' } },
  ],
  ['smtp://mail.example.org:25?tls=off', { port: 25, tls: 'off' }],
  ['smtp://[::1]:25?tls=off', { host: '::1' }],
])('the URL %s is accepted', (url, expected) => {
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
  'smtp://me:100%@mail.example.org',
  'smtp://%zz@mail.example.org',
])('the URL %s is rejected with a reason', (url) => {
  expect(readSmtpUrl(url)).toEqual(expect.any(String))
  expect(() => readConfig({ SMTP_URL: url })).toThrow(/^SMTP_URL /)
})

test('the reason explains how to write special characters in a password', () => {
  expect(readSmtpUrl('smtp://me:100%@mail.example.org')).toBe('must have % in its user and password written as %25')
  expect(readSmtpUrl('smtp://me:a#b@mail.example.org')).toContain('% written as %25, @ as %40, / as %2F, # as %23')
})

test.each([
  ['a@example.org', { name: '', address: 'a@example.org' }],
  ['The Console <a@example.org>', { name: 'The Console', address: 'a@example.org' }],
  ['"Console, The" <a@example.org>', { name: 'Console, The', address: 'a@example.org' }],
  ['no-reply@localhost', { name: '', address: 'no-reply@localhost' }],
  ['The Console <a@müller.de>', { name: 'The Console', address: 'a@xn--mller-kva.de' }],
  ['The Console <\u200Ea@example.org\u202C>', { name: 'The Console', address: 'a@example.org' }],
  ['a\u200B@example.org', undefined],
  ['zoë@example.org', undefined],
  ['nobody', undefined],
  ['a@example.org, b@example.org', undefined],
  ['A <a@example.org>\r\nBcc: b@example.org', undefined],
])('[email-address-1] the sender %j is parsed', (text, expected) => {
  expect(parseSender(text)).toEqual(expected)
})
