import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import { root } from '../../../testing/processes/server-process.ts'
import { insertReports } from '../../../testing/reports/insert-reports.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'
import { createCheckpointSigner } from '../../core/audit/checkpoint.ts'
import { parseCheckpoints, verifyManifest } from '../../core/audit/verify-audit.mjs'
import { eraseUser } from '../erasures/erasing/store.ts'
import { exportUser } from './export-user.ts'

const odd =
  '{ "generatedAt": 1772841600, "reportId": "../r\\u00e9/1", "big": 12345678901234567890, "one": 1.0, "e": 1E+400}'

async function startWithUser() {
  const testApp = await buildTestApp()
  const boss = await signedIn(testApp, { role: 'super_admin', fullName: 'Ada Boss', email: 'boss@example.org' })
  const [user, other] = await insertUsers(testApp, [
    { memberId: 'HM-1', firstName: 'Siân', lastName: '<b>Llewellyn</b>', email: 'sian@example.org' },
    { memberId: 'HM-2', lastName: 'Other', email: 'other@example.org' },
  ])
  if (!user || !other) throw new Error('no users')
  const { db } = testApp.context
  const row = { userId: user.id, generatedAt: 1_772_841_600, id: '../ré/1', document: odd }
  await db.insertInto('reports').values(row).execute()
  await insertReports(testApp, user.id, [{ at: '2026-03-08T00:00:00Z', reportId: 'newest' }])
  await insertReports(testApp, other.id, [{ at: '2026-03-08T00:00:00Z', reportId: 'of-another' }])
  return { testApp, boss, user, other, url: `/v1/users/${user.id}/export` }
}

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = []
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part)
    files.set(entry.fileName, Buffer.concat(parts))
  }
  return files
}

const lastEntries = ({ context: { db } }: TestApp, action: string) =>
  db.selectFrom('auditEvents').select(['subjects', 'outcome', 'actorId']).where('action', '=', action).execute()

test('[erasing-5] everything about a user is in one zip file: the bytes as stored, who accessed them, and nothing of anyone else', async () => {
  const { testApp, boss, user, other, url } = await startWithUser()
  const plain = await signedIn(testApp, { fullName: 'Plain Admin' })
  await plain.call('GET', `/v1/users/${user.id}/reports`)
  await plain.call('GET', '/v1/users?search=HM')
  expect((await plain.call('POST', url, { reason: 'x' })).statusCode).toBe(403)
  await boss.call('PUT', `/v1/users/${user.id}/legal-hold`, { reason: 'Court case' })

  const answer = await boss.call('POST', url, { reason: 'Request of 18 November' })

  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  const files = await unzip(answer.rawPayload)
  const read = (name: string) => files.get(name)?.toString() ?? ''
  expect([...files.keys()].sort()).toEqual([
    'access.ndjson',
    'index.html',
    'manifest.json',
    'manifest.note',
    'person.json',
    'reports/00001.json',
    'reports/00002.json',
  ])
  expect(JSON.parse(read('person.json'))).toEqual(user)
  expect(read('reports/00002.json')).toBe(odd)

  const accesses = read('access.ndjson')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(accesses.map(({ act, outcome, by }) => [act, outcome, by])).toEqual([
    ['Started to export all data of a user', 'ok', 'Ada Boss'],
    ['Searched users', 'ok', 'Plain Admin'],
    ['Viewed a user’s reports', 'ok', 'Plain Admin'],
  ])
  expect(Object.keys(accesses[0])).toEqual(['at', 'act', 'outcome', 'by'])

  const page = read('index.html')
  expect(page).toContain('&lt;b&gt;Llewellyn&lt;/b&gt;')
  expect(page).toContain('only the whole audit log can')
  expect(page).toContain('Hospital patient records aren’t included')
  const all = [...files.values()].join('\n')
  const foreign = [other.id, other.memberId, other.email, 'of-another', boss.admin.id, boss.admin.email, '127.0.0.1']
  for (const each of foreign) expect([each, all.includes(each)]).toEqual([each, false])
  expect(all).not.toContain('Request of 18 November')

  const sha256 = createHash('sha256').update(answer.rawPayload).digest('hex')
  expect(await lastEntries(testApp, 'user.export_end')).toEqual([
    { subjects: JSON.stringify([`user:${user.id}`, `export:${sha256}`]), outcome: 'ok', actorId: boss.admin.id },
  ])
  const [reports] = await lastEntries(testApp, 'reports.download_rows')
  expect(JSON.parse(reports?.subjects ?? '[]')).toEqual([`user:${user.id}`, 'report:newest', 'report:../ré/1'])
  const reasons = testApp.context.db.selectFrom('reasons').select(['action', 'subject', 'adminId', 'reason'])
  expect(await reasons.where('action', '=', 'user.export').execute()).toEqual([
    { action: 'user.export', subject: `user:${user.id}`, adminId: boss.admin.id, reason: 'Request of 18 November' },
  ])
})

test('the key of the console proves the unpacked files, and each change is noticed', async () => {
  const { testApp, boss, url } = await startWithUser()
  const { rawPayload } = await boss.call('POST', url, { reason: 'Asked for it' })
  const folder = mkdtempSync(path.join(tmpdir(), 'console-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = await unzip(rawPayload)
  mkdirSync(path.join(folder, 'reports'))
  const restore = (name: string, content = files.get(name) ?? '') => writeFileSync(path.join(folder, name), content)
  for (const name of files.keys()) restore(name)
  const { verifierKey } = createCheckpointSigner(testApp.context.keys, testApp.context.config)
  const { verifierKey: foreign } = createCheckpointSigner({ derive: () => Buffer.alloc(32) }, testApp.context.config)
  const check = (key = verifierKey) => verifyManifest(path.join(folder, 'manifest.json'), [key])

  expect(check()).toEqual([])
  // The command of the page about erasing, as it is written, in the folder with the files.
  const page = readFileSync(path.join(root, 'docs/erasing.md'), 'utf8')
  const [command = ''] = /node verify-audit\.mjs manifest\.json[^`]*/.exec(page) ?? []
  const verifier = await boss.call('GET', '/v1/audit-events/verify-audit.mjs')
  writeFileSync(path.join(folder, 'verify-audit.mjs'), verifier.rawPayload)
  const [, ...args] = command.split(' ').map((word) => (word === 'KEY' ? verifierKey : word))
  expect(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })).toBe(
    'All files are unchanged since the console signed them.\n',
  )
  rmSync(path.join(folder, 'verify-audit.mjs'))
  expect(() => check(foreign)).toThrow('no valid signature of a known key')
  expect(parseCheckpoints(files.get('manifest.note')?.toString() ?? '')).toEqual([])
  restore('reports/00001.json', '{}')
  rmSync(path.join(folder, 'access.ndjson'))
  restore('reports/00003.json', '{}')
  expect(check()).toEqual([
    'access.ndjson is missing',
    'reports/00001.json was changed',
    'reports/00003.json was added',
  ])
  restore('manifest.json', `${files.get('manifest.json')} `)
  expect(check()).toEqual(['manifest.json was changed'])
})

test('an export needs a reason and a user, and an interrupted one is logged as failed', async () => {
  const { testApp, boss, user, url } = await startWithUser()
  expect((await boss.call('POST', url, { reason: ' ' })).statusCode).toBe(400)
  expect((await boss.call('POST', '/v1/users/unknown/export', { reason: 'x' })).statusCode).toBe(404)

  const ends: object[] = []
  const logs = { logReports: async () => {}, logEnd: async (ended: object) => void ends.push(ended) }
  await insertReports(
    testApp,
    user.id,
    Array.from({ length: 300 }, () => ({ at: '2026-01-01T00:00:00Z', x: 'y'.repeat(9_000) })),
  )
  const chunks = exportUser(testApp.context, user, logs)
  await chunks.next()
  await chunks.return(undefined)
  expect(ends).toEqual([{ outcome: 'failed' }])
})

test('[erasing-5] an export or a download of all reports fails if the user is erased meanwhile, so that a part never looks whole', async () => {
  const { testApp, boss, user } = await startWithUser()
  const { context } = testApp
  // More than the buffers of a connection.
  const many = Array.from({ length: 300 }, () => ({ at: '2026-01-01T00:00:00Z', x: 'y'.repeat(100_000) }))
  await insertReports(testApp, user.id, many)
  const ends: object[] = []
  const logs = { logReports: async () => {}, logEnd: async (ended: object) => void ends.push(ended) }
  const chunks = exportUser(context, user, logs)
  await chunks.next()
  const address = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = {
    cookie: Object.entries(boss.cookies)
      .map((pair) => pair.join('='))
      .join('; '),
  }
  const download = await fetch(`${address}/v1/users/${user.id}/reports?all=true`, { headers })
  expect(download.status).toBe(200)

  const erasure = { userId: user.id, erasedAtMs: context.now(), reason: 'Asked', adminId: null }
  await context.db.transaction().execute((transaction) => eraseUser(transaction, erasure))
  await context.db.deleteFrom('reports').where('userId', '=', user.id).execute()

  await expect(Array.fromAsync(chunks)).rejects.toThrow('There is no user with this ID.')
  expect(ends).toEqual([{ outcome: 'failed' }])
  await expect(download.arrayBuffer()).rejects.toThrow()
})
