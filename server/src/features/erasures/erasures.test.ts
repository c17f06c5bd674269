import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import { insertReports } from '../../../testing/reports/insert-reports.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'
import { importReportsCommand } from '../reports/commands.ts'
import { importUsersCommand } from '../users/commands.ts'
import { erasedCommand } from './commands.ts'
import { finishErasures } from './erasing/finish-erasures.ts'
import { applyErasedList, keepErasedList, parseErasedList, readErasedList } from './erased-list/erased-list.ts'

const never = new AbortController().signal
const at = '2026-03-07T00:00:00Z'

async function startWithUser({ reports = 3 } = {}) {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin', fullName: 'Ada Boss' })
  const [user, other] = await insertUsers(testApp, [
    { memberId: 'HM-1', firstName: 'Arjun', lastName: 'Adeyemi' },
    { memberId: 'HM-2', lastName: 'Adeyemi' },
  ])
  if (!user || !other) throw new Error('no users')
  await insertReports(
    testApp,
    user.id,
    Array.from({ length: reports }, () => ({ at })),
  )
  await insertReports(testApp, other.id, [{ at }])
  const erase = (input: object = {}) =>
    boss.call('POST', `/v1/users/${user.id}/erasure`, { reason: 'Asked for it', memberId: 'HM-1', ...input })
  return { testApp, context: testApp.context, boss, user, other, erase }
}

const entries = ({ context: { db } }: TestApp) =>
  db
    .selectFrom('auditEvents')
    .select(['action', 'subjects', 'count', 'actorId', 'outcome'])
    .where('action', 'like', 'user.%')
    .orderBy('sequence')
    .execute()

test('[erasing-3] an erased user disappears from every list immediately, and the reports follow in batches with an entry each', async () => {
  const { testApp, context, boss, user, other, erase } = await startWithUser({ reports: 250 })
  const preview = await boss.call('GET', `/v1/users/${user.id}/erasure`)
  const own = await context.db.selectFrom('reports').select('document').where('userId', '=', user.id).execute()
  const bytes = own.reduce((total, { document }) => total + Buffer.byteLength(document), 0)
  const seconds = Date.parse(at) / 1000
  const generated = { first: seconds, last: seconds }
  expect(preview.json()).toEqual({ data: { reports: 250, bytes, generated, entries: 0, hold: null } })
  expect((await erase()).statusCode).toBe(204)
  const list = (search: string) => boss.call('GET', `/v1/users?search=${search}`)
  expect((await list('adeyemi')).json().data.map(({ id }: { id: string }) => id)).toEqual([other.id])
  expect((await list('')).json().meta).toMatchObject({ amount: 1 })
  for (const url of ['', '/reports', '/erasure']) {
    const { statusCode } = await boss.call('GET', `/v1/users/${user.id}${url}`)
    expect([url, statusCode]).toEqual([url, 404])
  }
  expect((await erase()).statusCode).toBe(404)

  await finishErasures(context)(never)
  const left = await context.db.selectFrom('reports').select('userId').execute()
  expect(left).toEqual([{ userId: other.id }])
  const erasure = await context.db.selectFrom('erasures').selectAll().executeTakeFirstOrThrow()
  expect(erasure).toMatchObject({ userId: user.id, reports: 250, reason: 'Asked for it', adminId: boss.admin.id })
  expect(erasure.finishedAtMs).not.toBeNull()
  const logged = (await entries(testApp)).filter(({ outcome }) => outcome === 'ok')
  expect(
    logged.map(({ action, subjects, count, actorId }) => [action, JSON.parse(subjects).length, count, actorId]),
  ).toEqual([
    ['user.erase_preview', 1, 1, boss.admin.id],
    ['user.erase', 1, 1, boss.admin.id],
    ['user.erase_reports', 101, 1, null],
    ['user.erase_reports', 101, 1, null],
    ['user.erase_reports', 51, 1, null],
    ['user.erase_end', 1, 250, null],
  ])
  expect(JSON.stringify(logged)).not.toContain('Asked for it')
})

test('[erasing-1] only a super admin can erase, with the member ID, a reason and a recent confirmation', async () => {
  const { testApp, user, erase, boss } = await startWithUser()
  const plain = await signedIn(testApp)
  expect((await plain.call('GET', `/v1/users/${user.id}/erasure`)).statusCode).toBe(403)
  expect((await plain.call('POST', `/v1/users/${user.id}/erasure`, { reason: 'x', memberId: 'HM-1' })).statusCode).toBe(
    403,
  )
  for (const memberId of ['HM-2', 'HM1', 'hm-1', ' ']) {
    const wrong = await erase({ memberId })
    expect([wrong.statusCode, wrong.json().error.fields[0].path]).toEqual([400, 'memberId'])
  }
  expect((await erase({ reason: ' ' })).statusCode).toBe(400)
  expect((await boss.call('POST', '/v1/users/nobody/erasure', { reason: 'x', memberId: '' })).statusCode).toBe(404)
  expect((await boss.call('GET', `/v1/users/${user.id}`)).statusCode).toBe(200)
})

test('a user on legal hold cannot be erased until the hold is removed', async () => {
  const { boss, user, erase } = await startWithUser()
  const hold = `/v1/users/${user.id}/legal-hold`
  expect((await boss.call('DELETE', hold)).statusCode).toBe(404)
  expect((await boss.call('PUT', hold, { reason: 'A claim is open' })).statusCode).toBe(204)
  const { data } = (await boss.call('GET', `/v1/users/${user.id}/erasure`)).json()
  expect(data.hold).toMatchObject({ reason: 'A claim is open', adminName: 'Ada Boss' })
  const rejected = await erase()
  expect([rejected.statusCode, rejected.json().error.message]).toEqual([
    409,
    'This user is on legal hold. Remove the legal hold first.',
  ])
  expect((await boss.call('PUT', '/v1/users/nobody/legal-hold', { reason: 'x' })).statusCode).toBe(404)
  expect((await boss.call('DELETE', hold)).statusCode).toBe(204)
  expect((await erase()).statusCode).toBe(204)
})

test('two servers that delete at the same time count each report once', { tags: 'postgres' }, async () => {
  const { context, erase } = await startWithUser({ reports: 350 })
  await erase()
  const finish = finishErasures(context)
  await Promise.all([finish(never), finish(never)])
  expect(await context.db.selectFrom('erasures').select('reports').execute()).toEqual([{ reports: 350 }])
})

test('lines of erased users are left out of imports, counted and listed, unless they are allowed', async () => {
  const { context, user, other, erase } = await startWithUser()
  await erase()
  await finishErasures(context)(never)
  const folder = mkdtempSync(path.join(tmpdir(), 'console-erased-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const fileOf = (...rows: object[]) => {
    const file = path.join(folder, 'lines.ndjson')
    writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    return file
  }
  const users = () => fileOf({ id: user.id, firstName: 'Back' }, { id: other.id, firstName: 'Stays' })
  const reports = () =>
    fileOf(...['r1', 'r2'].map((reportId) => ({ userId: user.id, report: { reportId, generatedAt: 1_790_000_000 } })))
  expect(await importUsersCommand.run(context, [users()])).toBe(
    `Imported 1 user. Skipped 1 user, because these users were erased: ${user.id}.`,
  )
  expect(await importReportsCommand.run(context, [reports()])).toBe(
    `Imported 0 reports. Skipped 2 reports, because these users were erased: ${user.id}.`,
  )
  const found = () => context.db.selectFrom('endUsers').select('id').where('id', '=', user.id).execute()
  expect(await found()).toEqual([])
  expect(await importUsersCommand.run(context, [users(), '--allow-erased'])).toBe('Imported 2 users.')
  expect(await importReportsCommand.run(context, [reports(), '--allow-erased'])).toBe('Imported 2 reports.')
  expect(await found()).toHaveLength(1)
})

test(
  '[erasing-4] the list of erased users is stored next to the checkpoints, printed, and erases them again after a restore',
  { tags: 'postgres' },
  async () => {
    const { testApp, context, user, erase } = await startWithUser()
    await keepErasedList(context)
    await erase()
    await finishErasures(context)(never)
    await keepErasedList(context)
    await keepErasedList(context)
    const kept = readFileSync(path.join(context.config.auditProofDir, 'erased.ndjson'), 'utf8')
    const erasedAt = new Date(
      (await context.db.selectFrom('erasures').select('erasedAtMs').executeTakeFirstOrThrow()).erasedAtMs,
    )
    expect(parseErasedList(kept)).toEqual([{ userId: user.id, erasedAt: erasedAt.toISOString() }])
    expect(await erasedCommand.run(context, [])).toBe(kept.trim())

    // This is as if an older backup had been restored.
    await context.db.deleteFrom('erasures').execute()
    await insertUsers(testApp, [user])
    await insertReports(testApp, user.id, [{ at: '2026-03-07T00:00:00Z' }])
    const unknown = { userId: 'never-here', erasedAt: erasedAt.toISOString() }
    expect(await applyErasedList(context, [...parseErasedList(kept), unknown])).toEqual({
      erasedAgain: 1,
      onLegalHold: [],
    })
    await finishErasures(context)(never)
    const { reports } = await context.db
      .selectFrom('erasures')
      .select('reports')
      .where('userId', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(reports).toBe(1)
    expect(await erasedCommand.run(context, [])).toContain('never-here')
    expect(() => parseErasedList('{"userId": 7}')).toThrow('Line 1')
  },
)

test('an endless, truncated, duplicated or future list of erased users does no harm', async () => {
  const line = (userId: string, erasedAt: string) => JSON.stringify({ userId, erasedAt })
  const [old, late] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z']
  await expect(readErasedList('/dev/zero')).rejects.toThrow('is not a file')
  await expect(readErasedList(tmpdir())).rejects.toThrow('is not a file')
  await expect(readErasedList('/nowhere/erased.ndjson')).rejects.toThrow('ENOENT')
  expect(parseErasedList(`\uFEFF${[line('a', late), line('a', old)].join('\n')}\n`)).toEqual([
    { userId: 'a', erasedAt: late },
  ])
  const torn = line('b', old).slice(0, 25)
  expect(parseErasedList(`${torn}\n${line('b', old)}\n`)).toEqual([{ userId: 'b', erasedAt: old }])
  expect(() => parseErasedList(`${line('a', old)}\n${torn}`)).toThrow('Line 2')
  expect(() => parseErasedList(line('a', '2999-01-01T00:00:00.000Z'))).toThrow(
    'Line 1 of the list of erased users is in',
  )
  for (const wrong of [
    '['.repeat(100_000),
    '{"userId":"..","erasedAt":"2026-01-01T00:00:00Z"}',
    '{"__proto__":{"userId":"a"}}',
  ])
    expect(() => parseErasedList(wrong)).toThrow('Line 1')
})

test('a list erases no user on legal hold in the backup, and no user who was imported again after the erasure', async () => {
  const { context, user, other, boss, erase } = await startWithUser()
  await boss.call('PUT', `/v1/users/${other.id}/legal-hold`, { reason: 'A lawsuit' })
  const later = new Date(Date.now() + 60_000).toISOString()
  expect(await applyErasedList(context, [{ userId: other.id, erasedAt: later }])).toEqual({
    erasedAgain: 0,
    onLegalHold: [other.id],
  })
  await erase()
  await finishErasures(context)(never)
  const known = await context.db.selectFrom('erasures').selectAll().executeTakeFirstOrThrow()
  await context.db.insertInto('endUsers').values(user).execute()
  const sameErasure = { userId: user.id, erasedAt: new Date(known.erasedAtMs).toISOString() }
  expect(await applyErasedList(context, [sameErasure])).toEqual({ erasedAgain: 0, onLegalHold: [] })
  expect(await context.db.selectFrom('erasures').selectAll().execute()).toEqual([known])
  expect(await context.db.selectFrom('endUsers').select('id').orderBy('id').execute()).toHaveLength(2)
})

test('a list erases the reports of an id without a user, and counts them as imported again', async () => {
  const { context, testApp } = { ...(await startWithUser()) }
  await insertReports(testApp, 'only-reports', [{ at }])
  const list = [{ userId: 'only-reports', erasedAt: '2026-01-01T00:00:00.000Z' }]
  expect(await applyErasedList(context, list)).toEqual({ erasedAgain: 1, onLegalHold: [] })
  await finishErasures(context)(never)
  expect(await context.db.selectFrom('reports').select('id').where('userId', '=', 'only-reports').execute()).toEqual([])
})
