import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { verifyAuditLog } from '../../core/audit/verify.ts'
import { lockDataDirectory } from '../../core/database/sqlite/sqlite.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { databaseSettings } from '../../../testing/engines/database-settings.ts'
import { faultRounds } from '../../../testing/processes/fault-rounds.ts'

const cli = path.resolve(import.meta.dirname, '../../cli.ts')
const killer = path.resolve(import.meta.dirname, '../../../testing/engines/kill-before-statement.ts')
const amount = 250
const stride = faultRounds > 10 ? 1 : 8

test('a killed import has a logged beginning, and a logged end only if it is complete', async () => {
  const testApp = await buildTestApp()
  // While a server is running, it writes in short transactions.
  const lock = lockDataDirectory(testApp.context.config.dataDir)
  onTestFinished(() => lock.close())
  const read = async (lastName: string) => ({
    imported: await countUsers(testApp, lastName),
    begun: await countActions(testApp, 'users.import_begin'),
    ended: await countActions(testApp, 'users.import'),
  })
  let isKilled = true
  for (let statement = 1; isKilled; statement += stride) {
    const lastName = `before-${statement}`
    const before = await read(lastName)
    isKilled = await importUsers(testApp, lastName, statement)
    const after = await read(lastName)
    if (after.imported > 0) expect(after.begun).toBe(before.begun + 1)
    expect({ statement, ended: after.ended - before.ended }).toEqual({
      statement,
      ended: after.imported === amount ? 1 : 0,
    })
    expect(isKilled || after.imported === amount).toBe(true)
  }
  expect((await verifyAuditLog(testApp.context.db)).brokenAt).toBe(null)
})

/** @returns whether it was killed */
async function importUsers({ context }: TestApp, lastName: string, statement: number): Promise<boolean> {
  const { config } = context
  const file = path.join(config.dataDir, 'users.ndjson')
  const users = Array.from({ length: amount }, (_, index) => ({ id: `u${index}`, lastName }))
  writeFileSync(file, users.map((user) => `${JSON.stringify(user)}\n`).join(''))
  const settings = { ...databaseSettings(config), KILL_BEFORE_STATEMENT: String(statement) }
  const child = spawn(process.execPath, ['--import', killer, cli, 'import-users', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...settings },
  })
  const [code, signal] = await once(child, 'exit')
  expect(signal ?? code).toBe(signal === null ? 0 : 'SIGKILL')
  return signal !== null
}

async function countUsers({ context: { db } }: TestApp, lastName: string): Promise<number> {
  const { amount: found } = await db
    .selectFrom('endUsers')
    .select((column) => column.fn.countAll<number>().as('amount'))
    .where('lastName', '=', lastName)
    .executeTakeFirstOrThrow()
  return found
}

async function countActions({ context: { db } }: TestApp, action: string): Promise<number> {
  const { amount: found } = await db
    .selectFrom('auditEvents')
    .select((column) => column.fn.countAll<number>().as('amount'))
    .where('action', '=', action)
    .executeTakeFirstOrThrow()
  return found
}
