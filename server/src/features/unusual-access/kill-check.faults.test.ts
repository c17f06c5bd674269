import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { databaseSettings } from '../../../testing/engines/database-settings.ts'
import { createAdmin } from '../../../testing/factories.ts'
import { nextKill } from '../../../testing/processes/fault-rounds.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'
import { byServer } from '../../core/audit/entry.ts'
import { checkAccess } from './check-access.ts'
import { dayMs } from './views.ts'

const program = fileURLToPath(new URL('../../../testing/unusual-access/check-program.ts', import.meta.url))
const killer = fileURLToPath(new URL('../../../testing/engines/kill-before-statement.ts', import.meta.url))
const settings = { UNUSUAL_ACCESS: 'on' }
/** Longer than the lease of a killed process. */
const laterMs = 61_000

test('[review-6] a check that is killed before any of its statements is repeated without doubles, also by two at once', async () => {
  const testApp = await buildTestApp(settings)
  const { context, advance, freeze } = testApp
  const { db } = context
  freeze()
  advance(dayMs - (context.now() % dayMs) + 3 * 3_600_000)
  const reader = await createAdmin(testApp, { fullName: 'Ada Namesake' })
  const users = await insertUsers(
    testApp,
    Array.from({ length: 300 }, (_, index) => ({ lastName: index === 0 ? 'Namesake' : `Family${index}` })),
  )
  await checkAccess(context)(new AbortController().signal)
  const begun = await db.selectFrom('accessChecks').selectAll().executeTakeFirstOrThrow()
  for (let day = 0; day < 6; day += 1) {
    await context.audit.write(
      users.slice(0, 3).map(({ id }) => ({
        ...byServer,
        actorId: reader.id,
        action: 'user.view',
        subjects: [`user:${id}` as const],
      })),
    )
    advance(dayMs)
  }

  const begin = async () => {
    for (const table of ['openings', 'accessFindings', 'accessChecks'] as const) await db.deleteFrom(table).execute()
    await db.insertInto('accessChecks').values(begun).execute()
  }
  const read = async () => ({
    openings: await db.selectFrom('openings').selectAll().orderBy('day').orderBy('userId').execute(),
    findings: await db
      .selectFrom('accessFindings')
      .select(['rule', 'adminId', 'userId', 'firstDay', 'day', 'numbers', 'entries', 'state'])
      .orderBy('rule')
      .orderBy('userId')
      .execute(),
    checks: await db.selectFrom('accessChecks').select(['readDay', 'checkedDay']).execute(),
  })
  /** @returns the exit code; null if it was killed */
  async function check(nowMs: number, killBefore?: number): Promise<number | null> {
    const own = { ...databaseSettings(context.config), ...settings, NOW: String(nowMs) }
    const child = fork(program, {
      execArgv: killBefore === undefined ? [] : ['--import', killer],
      env: { ...process.env, ...own, ...(killBefore !== undefined && { KILL_BEFORE_STATEMENT: String(killBefore) }) },
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    return code
  }

  await begin()
  await checkAccess(context)(new AbortController().signal)
  const expected = await read()
  expect(expected.findings.map(({ rule }) => rule)).toEqual(['alone', 'alone', 'alone', 'close'])

  let code: number | null = null
  for (let statement = 1; code === null; statement = nextKill(statement)) {
    await begin()
    code = await check(context.now(), statement)
    expect({ statement, code: await check(context.now() + laterMs) }).toEqual({ statement, code: 0 })
    expect({ statement, ...(await read()) }).toEqual({ statement, ...expected })
  }
  expect(code).toBe(0)

  await begin()
  expect(await Promise.all([check(context.now()), check(context.now())])).toEqual([0, 0])
  expect(await read()).toEqual(expected)
})
