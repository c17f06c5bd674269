import { expect, test } from 'vitest'
import { buildTestApp } from '../testing/build-app.ts'
import { createAdmin, signedIn, testPassword } from '../testing/factories.ts'

test('a session begins with the right password and ends with the sign-out', async () => {
  const testApp = await buildTestApp()
  const { admin, call } = await signedIn(testApp, { email: 'Ada@Example.org', fullName: 'Ada Lovelace' })

  const me = await call('GET', '/v1/auth/admin/me')
  expect(me.json().data.user).toMatchObject({ id: admin.id, email: 'Ada@Example.org', fullName: 'Ada Lovelace', role: 'admin' })
  expect(Object.keys(me.json().data.user)).not.toContain('passwordHash')

  expect((await call('POST', '/v1/auth/admin/logout')).statusCode).toBe(204)
  expect((await call('GET', '/v1/auth/admin/me')).statusCode).toBe(401)
})

test('e-mail and password are trimmed and the e-mail compares without case', async () => {
  const testApp = await buildTestApp()
  await createAdmin(testApp, { email: 'ada@example.org' })
  const response = await testApp.app.inject({
    method: 'POST',
    url: '/v1/auth/admin/login',
    body: { email: ' ADA@example.org ', password: ` ${testPassword} ` },
  })
  expect(response.statusCode).toBe(200)
})
