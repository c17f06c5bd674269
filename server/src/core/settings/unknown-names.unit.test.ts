import { expect, test } from 'vitest'
import { allNames, readConfig } from '../config.ts'
import { describeUnknownName, findUnknownNames } from './unknown-names.ts'

const likelyOf = (name: string) => findUnknownNames([name], allNames)[0]?.likely

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['PRODUCTNAME', 'PRODUCT_NAME'],
  ['public_url', 'PUBLIC_URL'],
  ['DATABSE_PASSWORD_FIEL', 'DATABASE_PASSWORD_FILE'],
  ['OIDC_EMERGENCY_ADMIN', 'OIDC_EMERGENCY_ADMINS'],
  ['PRT', 'PORT'],
])('the unknown name %s is reported as a misspelling of %s', (input, meant) => {
  expect(likelyOf(input)).toBe(meant)
})

test('names of other programs resemble no setting, and settings are not reported', () => {
  for (const name of [
    'HOME',
    'PATH',
    'USER',
    'LANG',
    'PGPORT',
    'HOSTNAME',
    'NODE_OPTIONS',
    'AWS_REGION',
    'MAIL',
    'DEBUG',
  ])
    expect([name, likelyOf(name)]).toEqual([name, undefined])
  expect(findUnknownNames(allNames, allNames)).toEqual([])
  expect(findUnknownNames(['COLOUR'], allNames).map(describeUnknownName)).toEqual(['COLOUR is not a setting'])
})

test('the server reports which name is probably misspelt, also if the setting is then missing', () => {
  expect(readConfig({ PAGE_SIZES: '5', HOME: '/root' }).notices).toEqual([
    'PAGE_SIZES is not a setting: did you mean PAGE_SIZE?',
  ])
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://console.example.org', SMPT_URL: 'smtp://mail' }
  expect(() => readConfig(production)).toThrow(
    /^SMTP_URL must be set.*\nSMPT_URL is not a setting: did you mean SMTP_URL\?$/,
  )
})
