import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'

const needed = { OIDC_ISSUER: 'https://login.example.org/realms/a', OIDC_CLIENT_ID: 'console', OIDC_CLIENT_SECRET: 's' }

test('single sign-on is read from its settings, and is off without them', () => {
  expect(readConfig({}).signOn).toBeUndefined()
  expect(readConfig({ ...needed, OIDC_NAME: 'Clinic Login' }).signOn).toEqual({
    issuer: needed.OIDC_ISSUER,
    clientId: 'console',
    clientSecret: 's',
    name: 'Clinic Login',
    trustsEmail: false,
    superAdminGroup: undefined,
    adminGroup: undefined,
    needsOurSecondFactor: false,
    isOnly: false,
    emergencyEmailKeys: [],
  })
  const only = { ...needed, OIDC_ONLY: '1', OIDC_EMERGENCY_ADMINS: 'Boss@example.org, two@example.org' }
  expect(readConfig(only).signOn).toMatchObject({
    isOnly: true,
    emergencyEmailKeys: ['boss@example.org', 'two@example.org'],
  })
  expect(readConfig({ ...needed, OIDC_ISSUER: 'http://localhost:9000' }).signOn?.issuer).toBe('http://localhost:9000')
})

test.each<[Record<string, string>, string]>([
  [{ OIDC_CLIENT_ID: 'console' }, 'OIDC_ISSUER must be set together with OIDC_CLIENT_ID'],
  [{ OIDC_ONLY: '1' }, 'OIDC_ISSUER must be set together with OIDC_ONLY'],
  [{ OIDC_ISSUER: needed.OIDC_ISSUER }, 'OIDC_CLIENT_ID must be set together with OIDC_ISSUER'],
  [{ ...needed, OIDC_ISSUER: 'login.example.org' }, 'OIDC_ISSUER must be a URL'],
  [{ ...needed, OIDC_ISSUER: 'http://login.example.org' }, 'OIDC_ISSUER must be a URL'],
  [{ ...needed, OIDC_ISSUER: 'https://login.microsoftonline.com/common/v2.0' }, 'must contain your own tenant'],
  [{ ...needed, OIDC_SECOND_FACTOR: 'theirs' }, 'OIDC_SECOND_FACTOR must be ours'],
  [{ ...needed, OIDC_ONLY: '1' }, 'OIDC_EMERGENCY_ADMINS must list at least one email address'],
  [{ ...needed, OIDC_EMERGENCY_ADMINS: 'boss' }, 'OIDC_EMERGENCY_ADMINS must be email addresses'],
])('the settings %j prevent the start', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message)
})
