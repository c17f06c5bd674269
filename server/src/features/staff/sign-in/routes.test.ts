import { argon2Sync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { named } from '../../../../testing/audit-log.ts'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { createAdmin, signedIn, testPassword } from '../../../../testing/factories.ts'

test('a session begins with the correct password and ends with the sign-out', async () => {
  const testApp = await buildTestApp()
  const { admin, call } = await signedIn(testApp, { email: 'Ada@Example.org', fullName: 'Ada Lovelace' })

  const me = await call('GET', '/v1/auth/admin/me')
  expect(me.json().data.user).toMatchObject({
    id: admin.id,
    email: 'Ada@Example.org',
    fullName: 'Ada Lovelace',
    role: 'admin',
  })
  expect(Object.keys(me.json().data.user)).not.toContain('passwordHash')

  expect((await call('POST', '/v1/auth/admin/logout')).statusCode).toBe(204)
  expect((await call('GET', '/v1/auth/admin/me')).statusCode).toBe(401)
})

test('[sign-in-6] email address and password are trimmed and the address is compared regardless of case', async () => {
  const testApp = await buildTestApp()
  await createAdmin(testApp, { email: 'ada@example.org' })
  const response = await testApp.app.inject({
    method: 'POST',
    url: '/v1/auth/admin/login',
    body: { email: ' ADA@example.org ', password: ` ${testPassword} ` },
  })
  expect(response.statusCode).toBe(200)
})

test('a hash of lower cost is replaced at sign-in', async () => {
  const testApp = await buildTestApp({}, { realHashes: true })
  const { id } = await createAdmin(testApp, { email: 'ada@example.org' })
  const nonce = randomBytes(16)
  const cost = { memory: 8_192, passes: 1, parallelism: 1, tagLength: 32 }
  const tag = argon2Sync('argon2id', { ...cost, nonce, message: testPassword })
  const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const passwordHash = `$argon2id$v=19$m=8192,t=1,p=1$${encode(nonce)}$${encode(tag)}`
  const { db, passwords } = testApp.context
  await db.updateTable('admins').set({ passwordHash }).where('id', '=', id).execute()

  const body = { email: 'ada@example.org', password: testPassword }
  const signIn = () => testApp.app.inject({ method: 'POST', url: '/v1/auth/admin/login', body })
  expect((await signIn()).statusCode).toBe(200)
  const stored = await db.selectFrom('admins').select('passwordHash').where('id', '=', id).executeTakeFirstOrThrow()
  expect(passwords.isOutdated(stored.passwordHash)).toBe(false)
  expect((await signIn()).statusCode).toBe(200)
})

test('a sign-in ends the earlier session of the same browser, which is logged unless that session had expired', async () => {
  const testApp = await buildTestApp()
  const { db, config } = testApp.context
  const bob = await createAdmin(testApp, { email: 'bob@example.org' })
  const signInAsBob = (cookies: Record<string, string>) => {
    const body = { email: 'bob@example.org', password: testPassword }
    return testApp.app.inject({ method: 'POST', url: '/v1/auth/admin/login', body, cookies })
  }
  const ended = () =>
    db.selectFrom('auditEvents').select(['actorId', 'subjects']).where('action', '=', 'session.replace').execute()

  const ada = await signedIn(testApp, { email: 'ada@example.org' })
  const { id } = await db.selectFrom('sessions').select('id').executeTakeFirstOrThrow()
  expect((await signInAsBob(ada.cookies)).statusCode).toBe(200)
  expect((await ada.call('GET', '/v1/auth/admin/me')).statusCode).toBe(401)
  expect(await ended()).toEqual([{ actorId: bob.id, subjects: named(`admin:${ada.admin.id}`, `session:${id}`) }])

  const idle = await signedIn(testApp)
  testApp.advance(config.sessionIdleMs)
  expect((await signInAsBob(idle.cookies)).statusCode).toBe(200)
  expect((await signInAsBob({})).statusCode).toBe(200)
  expect(await ended()).toHaveLength(1)
})
