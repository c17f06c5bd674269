import { appendFileSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { byServer } from '../../../core/audit/entry.ts'
import { createLogStream } from './stream-events.ts'

const running = new AbortController().signal
const entry = { ...byServer, action: 'users.list', subjects: ['user:u1'] } as const

async function withStream() {
  const testApp = await buildTestApp({ AUDIT_STREAM: 'stdout' })
  const file = path.join(testApp.context.config.dataDir, 'audit-log.ndjson')
  const stream = createLogStream(testApp.context, file)
  return { testApp, file, stream, lines: () => readFileSync(file, 'utf8').split('\n') }
}

const write = ({ context }: TestApp, count: number) =>
  context.audit.write(Array.from({ length: count }, () => ({ ...entry, subjects: [...entry.subjects] })))
const sequencesOf = (lines: string[]) => lines.filter(Boolean).map((line) => JSON.parse(line).sequence)

test('each entry is streamed once, in order, with the fields of its row; earlier ones are not', async () => {
  const { testApp, file, stream, lines } = await withStream()
  await write(testApp, 3)
  await stream(running)
  await write(testApp, 1_200)
  await stream(running)
  await stream(running)
  expect(sequencesOf(lines())).toEqual(Array.from({ length: 1_200 }, (_, index) => index + 4))
  const row = await testApp.context.db
    .selectFrom('auditEvents')
    .selectAll()
    .where('sequence', '=', 4)
    .executeTakeFirstOrThrow()
  expect(JSON.parse(lines()[0] ?? '')).toEqual({ ...row, subjects: ['user:u1'] })

  renameSync(file, `${file}.1`)
  await write(testApp, 1)
  await stream(running)
  expect(sequencesOf(lines())).toEqual([1_204])
})

test('only one of several processes writes the stream; when it has died, another continues where it ended', async () => {
  const { testApp, file, stream, lines } = await withStream()
  const others = [1, 2].map(() => createLogStream(testApp.context, file))
  const all = () => Promise.all([stream, ...others].map((each) => each(running)))
  await all()
  await write(testApp, 700)
  await all()
  await write(testApp, 10)
  testApp.advance(30_001)
  for (const other of others) await other(running)
  await stream(running)
  expect(sequencesOf(lines())).toEqual(Array.from({ length: 710 }, (_, index) => index + 1))
})

test('entries that cannot be written now are written later, after a truncated line', { tags: 'postgres' }, async () => {
  const { testApp, file, stream, lines } = await withStream()
  const missing = createLogStream(testApp.context, path.join(file, 'not', 'there'))
  await missing(running)
  await write(testApp, 2)
  await expect(missing(running)).rejects.toThrow('ENOENT')
  const readiness = async () => (await testApp.app.inject('/readyz')).json()
  expect(await readiness()).toMatchObject({ status: 'ok', stream: true })
  testApp.advance(60_001)
  expect(await readiness()).toMatchObject({ status: 'degraded', stream: false })
  appendFileSync(file, '{"sequence":1,"ver')
  await stream(running)
  expect(await readiness()).toMatchObject({ status: 'ok', stream: true })
  expect(lines()[0]).toBe('{"sequence":1,"ver')
  expect(sequencesOf(lines().slice(1))).toEqual([1, 2])
})

test('a position beyond the end of the log, which would keep entries out of the stream, is reported', async () => {
  const { testApp, stream } = await withStream()
  await write(testApp, 2)
  await stream(running)
  const isWell = async () => (await testApp.app.inject('/readyz')).json().stream
  expect(await isWell()).toBe(true)
  await testApp.context.db.updateTable('auditStream').set({ sequence: 1_000 }).execute()
  expect(await isWell()).toBe(false)
})
