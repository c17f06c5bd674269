import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { signedIn } from '../../../../testing/factories.ts'
import { insertReports } from '../../../../testing/reports/insert-reports.ts'
import { expiredReportsCommand } from '../commands.ts'
import { expireReports } from './expire-reports.ts'
import { noteReportsKept } from './report-keeping.ts'

const never = new AbortController().signal
const hour = 60 * 60_000

/** A console at noon, with reports that are 9, 10 and 20 years old. */
async function startAtNoon(years: string) {
  const testApp = await buildTestApp({ ...(years && { REPORTS_KEPT_YEARS: years }), SMTP_URL: 'smtp://127.0.0.1:1' })
  const { context } = testApp
  testApp.freeze()
  const noon = new Date(context.now())
  testApp.advance(noon.setHours(12, 0, 0, 0) - context.now())
  await signedIn(testApp, { role: 'super_admin', email: 'ada@console.test' })
  await signedIn(testApp)
  const yearsAgo = (amount: number) => {
    const day = new Date(context.now())
    day.setUTCFullYear(day.getUTCFullYear() - amount)
    return new Date(Math.floor(day.getTime() / 1000 - 60) * 1000).toISOString()
  }
  await insertReports(testApp, 'a', [
    { at: yearsAgo(9), reportId: 'of 9 years' },
    { at: yearsAgo(10), reportId: 'of 10 years' },
    { at: yearsAgo(20), reportId: 'of 20 years' },
  ])
  return { testApp, context, yearsAgo }
}

type Started = Awaited<ReturnType<typeof startAtNoon>>

/** What a server with this value does in the minutes before each check for old reports. */
async function runServers({ context }: Started, ...values: (number | undefined)[]): Promise<void> {
  for (const reportsKeptYears of values)
    await noteReportsKept({ ...context, config: { ...context.config, reportsKeptYears } })
  await expireReports(context, never)
}

/** Servers with these values run for some hours. The clock moves by an hour at a time. */
async function runFor(started: Started, hours: number, ...values: (number | undefined)[]): Promise<void> {
  for (let passed = 0; passed < hours; passed += 1) {
    await runServers(started, ...values)
    started.testApp.advance(hour)
  }
}

const left = async ({ context }: Started) => {
  const rows = await context.db
    .selectFrom('reports')
    .select('id')
    .where('userId', '=', 'a')
    .orderBy('generatedAt', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

const mails = ({ context }: TestApp) =>
  context.db.selectFrom('outbox').select(['recipient', 'content']).where('kind', '=', 'reports-expire').execute()

const all = ['of 9 years', 'of 10 years', 'of 20 years']

test('old reports are deleted at night, 24 hours after the value was set, whatever is restarted', async () => {
  const started = await startAtNoon('10')
  const { testApp, context } = started
  // This is a server that is restarted each hour, from noon to noon.
  for (let passed = 0; passed <= 24; passed += 1) {
    await runServers(started, 10)
    expect([passed, await left(started)]).toEqual([passed, all])
    testApp.advance(hour)
  }
  for (let passed = 25; passed < 36; passed += 1) {
    await runServers(started, 10)
    expect([passed, await left(started)]).toEqual([passed, all])
    testApp.advance(hour)
  }
  await runServers(started, 10)
  expect(await left(started)).toEqual(['of 9 years'])
  const [mail, ...others] = await mails(testApp)
  expect(others).toEqual([])
  expect(mail?.recipient).toBe('ada@console.test')
  expect(mail?.content).toContain('Today 2 reports are older than that.')
  const entries = context.db.selectFrom('auditEvents').select('subjects').where('action', '=', 'reports.expire')
  expect((await entries.execute()).map(({ subjects }) => JSON.parse(subjects).length)).toEqual([3])
})

test('a lowered value takes effect after another 24 hours, a raised one immediately', async () => {
  const started = await startAtNoon('15')
  const { testApp } = started
  await runFor(started, 36, 15)
  await runServers(started, 15)
  expect(await left(started)).toEqual(['of 9 years', 'of 10 years'])
  await runServers(started, 10)
  testApp.advance(hour)
  await runServers(started, 10)
  expect(await left(started)).toEqual(['of 9 years', 'of 10 years'])
  expect(await mails(testApp)).toHaveLength(2)
  testApp.advance(23 * hour)
  await runServers(started, 30)
  expect(await left(started)).toEqual(['of 9 years', 'of 10 years'])
  expect(await mails(testApp)).toHaveLength(2)
  // Setting the lower value again counts as lowering it.
  testApp.advance(hour)
  await runServers(started, 30)
  await runServers(started, 9)
  testApp.advance(6 * 60_000)
  await runServers(started, 9)
  expect(await left(started)).toEqual(['of 9 years', 'of 10 years'])
})

test('while servers differ the longest time applies, and no value counts as the longest', async () => {
  const started = await startAtNoon('9')
  const { testApp } = started
  for (let passed = 0; passed <= 36; passed += 1) {
    await runServers(started, 9, undefined)
    testApp.advance(hour)
  }
  expect(await left(started)).toEqual(all)
  for (let passed = 0; passed <= 36; passed += 1) {
    await runServers(started, 9, 15)
    testApp.advance(hour)
  }
  expect(await left(started)).toEqual(['of 9 years', 'of 10 years'])
})

test('each change of REPORTS_KEPT_YEARS is logged once, as an action of the server', async () => {
  const started = await startAtNoon('')
  const { testApp, context } = started
  const logged = async () => {
    const entries = context.db
      .selectFrom('auditEvents')
      .select(['actorId', 'reason'])
      .where('action', '=', 'reports.keep')
    return (await entries.orderBy('sequence').execute()).map(({ actorId, reason }) => [actorId, reason])
  }
  for (const years of [undefined, undefined]) await runServers(started, years)
  expect(await logged()).toEqual([])
  for (const years of [10, 10, 15, undefined]) {
    testApp.advance(hour)
    await runServers(started, years, years)
  }
  expect(await logged()).toEqual([
    [null, 'kept_10_years'],
    [null, 'kept_15_years'],
    [null, 'kept_forever'],
  ])
})

test('reports of users on legal hold stay, and many reports are deleted in batches', { tags: 'postgres' }, async () => {
  const started = await startAtNoon('10')
  const { testApp, context, yearsAgo } = started
  await insertReports(
    testApp,
    'b',
    Array.from({ length: 230 }, () => ({ at: yearsAgo(11) })),
  )
  await context.db
    .insertInto('legalHolds')
    .values({ userId: 'a', reason: 'A claim', adminId: 'x', createdAtMs: 1 })
    .execute()
  const output = '230 reports of 1 user are older than 10 years. 2 more are on legal hold.'
  expect(await expiredReportsCommand.run(context, [])).toBe(
    `${output} Servers delete none yet: one of them keeps all reports, or has not started with this value.`,
  )
  await runServers(started, 10)
  expect(await expiredReportsCommand.run(context, [])).toMatch(
    /^230 reports .* Servers delete them each night from \d+ \w+ \d{4}, \d\d:\d\d UTC on\.$/,
  )
  await runFor(started, 37, 10)
  await runServers(started, 10)
  expect(await left(started)).toEqual(all)
  expect(await context.db.selectFrom('reports').select('id').where('userId', '=', 'b').execute()).toEqual([])
  const entries = context.db.selectFrom('auditEvents').select('subjects').where('action', '=', 'reports.expire')
  expect((await entries.execute()).map(({ subjects }) => JSON.parse(subjects).length)).toEqual([101, 101, 31])
})

const yearsMs = 15 * 365 * 24 * hour

test('[operations-24] a clock that jumps ahead by years deletes no report for a day, and none once it is corrected', async () => {
  const started = await startAtNoon('30')
  const { testApp } = started
  await runFor(started, 60, 30)
  const mailed = (await mails(testApp)).length
  testApp.advance(yearsMs)
  // The check for old reports may be the first to run after the jump.
  for (let passed = 0; passed < 24; passed += 1) {
    await expireReports(started.context, never)
    await runServers(started, 30)
    testApp.advance(hour)
  }
  expect(await left(started)).toEqual(all)
  const [, mail, ...others] = await mails(testApp)
  expect([mailed, others]).toEqual([1, []])
  expect(mail?.content).toContain('The clock has moved by more than a day')
  testApp.advance(-yearsMs)
  await runFor(started, 60, 30)
  expect(await left(started)).toEqual(all)
  expect(await mails(testApp)).toHaveLength(2)
})

test('a clock that stays ahead deletes reports after a day, and one that was ahead does not keep them until then', async () => {
  const started = await startAtNoon('30')
  const { testApp } = started
  testApp.advance(yearsMs)
  await runFor(started, 2, 30)
  testApp.advance(-yearsMs)
  await runFor(started, 60, 10)
  expect(await left(started)).toEqual(['of 9 years'])
  testApp.advance(2 * yearsMs)
  await runFor(started, 48, 10)
  expect(await left(started)).toEqual([])
})

test('a value that changes while the clock jumps takes effect after a day', async () => {
  const started = await startAtNoon('30')
  const { testApp } = started
  await runFor(started, 50, 30)
  testApp.advance(2 * yearsMs)
  await runFor(started, 24, 40)
  expect(await left(started)).toEqual(all)
  await runFor(started, 24, 40)
  expect(await left(started)).toEqual(['of 9 years', 'of 10 years'])
})

test('without the setting no reports are deleted', async () => {
  const started = await startAtNoon('')
  await runServers(started, undefined)
  started.testApp.advance(37 * hour)
  await runServers(started, undefined)
  expect(await left(started)).toEqual(all)
  expect(await expiredReportsCommand.run(started.context, [])).toBe(
    'All reports are kept: REPORTS_KEPT_YEARS is not set.',
  )
})
