// @module-tag postgres

import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { signedIn } from '../../../../testing/factories.ts'
import { insertUsers } from '../../../../testing/users/insert-users.ts'
import { listAdminsCommand } from '../accounts/commands.ts'

test('staff names stored before the rule of names are shown without invisible characters, or by email address', async () => {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin', fullName: '\u202EAda\u200B Lovelace' })
  const { admin: empty } = await signedIn(testApp, { fullName: '\u200B\u3164' })
  const shown = ['Ada Lovelace', empty.email].toSorted()
  const read = async (url: string) => (await boss.call('GET', url)).json().data

  expect((await read('/v1/auth/admin/me')).user.fullName).toBe('Ada Lovelace')
  expect((await read('/v1/admins')).admins.map(({ fullName }: { fullName: string }) => fullName).toSorted()).toEqual(
    shown,
  )
  const { access } = await read('/v1/access-review')
  expect(access.map(({ fullName }: { fullName: string }) => fullName).toSorted()).toEqual(shown)
  const actors = await read('/v1/audit-events/actors')
  expect(actors.map(({ name }: { name: string }) => name).toSorted()).toEqual(shown)
  const csv = (await boss.call('GET', '/v1/audit-events/export?format=csv')).body
  expect(csv).toContain(`,Ada Lovelace,${boss.admin.id},`)
  for (const output of [csv, await listAdminsCommand.run(testApp.context, [])]) {
    expect(output).not.toMatch(/[\u200B\u202E\u3164]/)
  }
})

test('user names stored before the rule of names are shown without invisible characters', async () => {
  const testApp = await buildTestApp()
  const { call } = await signedIn(testApp)
  const [user] = await insertUsers(testApp, [
    { firstName: '\u202EMara', lastName: '\u2800', email: 'mara\u00AD@example.org' },
  ])
  const shown = { firstName: 'Mara', lastName: '', email: 'mara@example.org' }
  expect((await call('GET', '/v1/users')).json().data).toMatchObject([shown])
  expect((await call('GET', `/v1/users/${user?.id}`)).json().data).toMatchObject(shown)
})
