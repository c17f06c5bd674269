import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { databaseSettings } from '../../../testing/engines/database-settings.ts'
import { signedIn } from '../../../testing/factories.ts'
import { loadDemo } from './load-demo.ts'

async function countUsers({ context: { db } }: TestApp): Promise<number> {
  const { n } = await db
    .selectFrom('endUsers')
    .select((column) => column.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

test('a killed load leaves nothing or everything, and the next start completes it', async () => {
  const testApp = await buildTestApp()
  const { config } = testApp.context
  const program = fileURLToPath(new URL('../../../testing/demo/load-program.ts', import.meta.url))
  for (const delayMs of [60, 150, 300, 600]) {
    const child = fork(program, {
      env: { ...process.env, ...databaseSettings(config) },
    })
    const ended = once(child, 'exit')
    await once(child, 'message')
    await sleep(delayMs)
    child.kill('SIGKILL')
    await ended
    expect([0, 1_524]).toContain(await countUsers(testApp))
  }
  await loadDemo(testApp.context)
  expect(await countUsers(testApp)).toBe(1_524)
  const { call } = await signedIn(testApp)
  expect((await call('GET', '/v1/users')).json().meta.totalAmount).toBe(1_524)
})
