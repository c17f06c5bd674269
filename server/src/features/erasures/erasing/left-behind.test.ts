import { knownUser } from '../../../../testing/users/known-user.ts'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { readCopy } from '../../../../testing/backup/read-copy.ts'
import { buildTestApp, type TestApp, type TestAppOptions } from '../../../../testing/build-app.ts'
import { signedIn } from '../../../../testing/factories.ts'
import { insertReports } from '../../../../testing/reports/insert-reports.ts'
import { insertUsers } from '../../../../testing/users/insert-users.ts'
import { finishErasures } from './finish-erasures.ts'

const never = new AbortController().signal
const person = {
  ...knownUser,
  memberId: 'QX-7719',
  firstName: 'Xanthippe',
  lastName: 'Quillfeather',
  dateOfBirth: '1907-03-19',
  email: 'xanthippe.quill@wyvern.example',
}
const note = 'Zugzwang after the ninth sonata'
const texts = [...Object.values(person), note]

async function startErasing(options: TestAppOptions = {}) {
  const testApp = await buildTestApp({}, options)
  const boss = await signedIn(testApp, { role: 'super_admin' })
  const others = Array.from({ length: 300 }, (_, index) => ({ memberId: `HM-${index}`, lastName: `Other ${index}` }))
  const [user] = await insertUsers(testApp, [person, ...others])
  if (!user) throw new Error('no user')
  // Each is longer than a page of the database.
  const report = { at: '2026-03-07T00:00:00Z', notes: Array.from({ length: 400 }, () => note) }
  await insertReports(
    testApp,
    user.id,
    Array.from({ length: 30 }, () => report),
  )
  const erase = () =>
    boss.call('POST', `/v1/users/${user.id}/erasure`, { reason: 'Asked for it', memberId: person.memberId })
  return { testApp, context: testApp.context, erase }
}

/** The values as they were written, or as they are searched. */
const textsIn = (bytes: Buffer) =>
  texts.filter((text) => [text, text.toLowerCase()].some((written) => bytes.includes(written)))
const unfinished = ({ context: { db } }: TestApp) =>
  db.selectFrom('erasures').select('userId').where('finishedAtMs', 'is', null).execute()
const ends = ({ context: { db } }: TestApp) =>
  db.selectFrom('auditEvents').select('count').where('action', '=', 'user.erase_end').execute()

/** What is on the disk besides a backup. Only PostgreSQL knows its own files. */
function readFiles({ context: { config, engine } }: TestApp): Buffer {
  if (engine.name !== 'sqlite') return Buffer.alloc(0)
  return Buffer.concat(['console.db', 'console.db-wal'].map((name) => readFileSync(path.join(config.dataDir, name))))
}

test('neither a backup made after an erasure nor the files of the embedded database contain a byte of the user', async () => {
  const { testApp, context, erase } = await startErasing()
  expect(textsIn(await readCopy(testApp))).toEqual(texts)
  expect((await erase()).statusCode).toBe(204)
  await finishErasures(context)(never)
  expect(await unfinished(testApp)).toEqual([])
  expect(textsIn(await readCopy(testApp))).toEqual([])
  expect(textsIn(readFiles(testApp))).toEqual([])
})

test('while another process reads an older state of the embedded database, an erasure is not complete, and completes later', async () => {
  const { testApp, context, erase } = await startErasing({ isEmbedded: true })
  const reader = new DatabaseSync(path.join(context.config.dataDir, 'console.db'), { readOnly: true })
  onTestFinished(() => reader.close())
  reader.exec('begin; select count(*) from reports')
  await erase()
  await finishErasures(context)(never)
  expect([await unfinished(testApp), await ends(testApp)]).toMatchObject([[{}], []])
  expect(await context.db.selectFrom('reports').select('id').execute()).toEqual([])
  reader.exec('commit')
  await finishErasures(context)(never)
  expect([await unfinished(testApp), await ends(testApp)]).toEqual([[], [{ count: 30 }]])
  expect(textsIn(readFiles(testApp))).toEqual([])
})
