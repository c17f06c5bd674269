import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { createAdmin, signedIn } from '../../../testing/factories.ts'
import { noteRun } from '../../core/database/console-state/maintenance-runs.ts'

const url = '/v1/first-steps'

test('each first step is derived from the state of the console', async () => {
  const testApp = await buildTestApp()
  const { context } = testApp
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const steps = async () => (await boss.call('GET', url)).json().data
  await createAdmin(testApp, { role: 'admin' })
  expect(await steps()).toEqual({
    hasSecondFactor: false,
    hasOtherSuperAdmin: false,
    hasPatients: false,
    missingFiles: ['gguf', 'onnx', 'txt'],
    mail: 'untried',
    hasBackup: false,
  })

  await createAdmin(testApp, { role: 'super_admin' })
  await noteRun(context, 'backup', async () => undefined)
  await boss.call('POST', '/v1/admin-invites', { users: [{ email: 'new@example.org' }] })
  expect((await steps()).mail).toBe('untried')
  await context.db.updateTable('outbox').set({ state: 'sent' }).execute()
  await context.db
    .insertInto('modelFiles')
    .values({ id: 'f-1', type: 'onnx', name: 'PPG Encoder', currentVersion: 1, createdAtMs: 1, updatedAtMs: 1 })
    .execute()
  expect(await steps()).toMatchObject({
    hasOtherSuperAdmin: true,
    missingFiles: ['gguf', 'txt'],
    mail: 'works',
    hasBackup: true,
  })
})

test('only super admins are shown the first steps', async () => {
  const testApp = await buildTestApp()
  const { call } = await signedIn(testApp, { role: 'admin' })
  expect((await call('GET', url)).statusCode).toBe(403)
})
