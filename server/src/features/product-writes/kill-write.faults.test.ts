import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { WrittenLines } from '@health-console/contract/users/product-writes.ts'
import { expect, test } from 'vitest'
import { type AppProcess, startAppProcess } from '../../../testing/processes/app-process.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { nextKill } from '../../../testing/processes/fault-rounds.ts'
import { withToken } from '../../../testing/service-accounts.ts'
import { verifyAuditLog } from '../../core/audit/verify.ts'

const killer = fileURLToPath(new URL('../../../testing/engines/kill-before-statement.ts', import.meta.url))
const amount = 1_200

test('a confirmed write survives a kill, and each transaction of an unconfirmed batch is complete and logged', async () => {
  const testApp = await buildTestApp()
  const { headers } = await withToken(testApp, ['users:write'])
  const send = async ({ origin, child }: AppProcess, lastName: string, killBefore?: number) => {
    const exited = once(child, 'exit')
    const answer = await fetch(`${origin}/machine/v1/users`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/x-ndjson',
        ...(killBefore !== undefined && { 'x-kill-before-statement': String(killBefore) }),
      },
      body: Array.from({ length: amount }, (_, index) => `{"id":"u${index}","lastName":"${lastName}"}\n`).join(''),
    }).catch(() => undefined)
    if (!answer) await exited
    return (await answer?.json()) as WrittenLines | undefined
  }

  let answer: WrittenLines | undefined
  for (let statement = 1; !answer; statement = nextKill(statement)) {
    const answered = `answered-${statement}`
    const killed = `killed-${statement}`
    const server = await startAppProcess(testApp, ['--import', killer])
    expect(await send(server, answered)).toEqual({ applied: amount, unchanged: 0, rejected: 0 })
    const loggedBefore = await countLogged(testApp)
    answer = await send(server, killed, statement)
    server.child.kill('SIGKILL')
    const written = await countUsers(testApp, killed)
    expect(written + (await countUsers(testApp, answered))).toBe(amount)
    expect({ statement, logged: (await countLogged(testApp)) - loggedBefore }).toEqual({ statement, logged: written })
    if (answer) expect(answer.applied).toBe(written)
    const again = await send(await startAppProcess(testApp, []), killed)
    expect(again).toEqual({ applied: amount - written, unchanged: written, rejected: 0 })
  }
  expect((await verifyAuditLog(testApp.context.db)).brokenAt).toBe(null)
})

async function countUsers({ context: { db } }: TestApp, lastName: string): Promise<number> {
  const { found } = await db
    .selectFrom('endUsers')
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .where('lastName', '=', lastName)
    .executeTakeFirstOrThrow()
  return found
}

/** The users in the entries of all batches. */
async function countLogged({ context: { db } }: TestApp): Promise<number> {
  const rows = await db.selectFrom('auditEvents').select('subjects').where('action', '=', 'users.write').execute()
  return rows.reduce((total, { subjects }) => total + (JSON.parse(subjects) as unknown[]).length, 0)
}
