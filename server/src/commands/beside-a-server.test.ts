import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildTestApp } from '../../testing/build-app.ts'
import { recordTransactions } from '../../testing/engines/record-transactions.ts'
import { createObjectKey } from '../../testing/storage/create-object-key.ts'
import { lockDataDirectory } from '../core/database/sqlite/sqlite.ts'
import { adoptFilesCommand } from '../features/files/bucket/adopt-files.ts'
import { noteUnknown } from '../features/files/bucket/unknown-objects.ts'
import { importReportsCommand } from '../features/reports/commands.ts'
import { importUsersCommand } from '../features/users/commands.ts'

/** The database is SQLite, whose server waits while a command writes. */
const startBesideServer = async () => {
  const { context } = await buildTestApp({}, { isEmbedded: true })
  const lock = lockDataDirectory(context.config.dataDir)
  onTestFinished(() => lock.close())
  return context
}

const most = (amounts: number[]) => Math.max(...amounts)
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

test.for([
  [importUsersCommand, (index: number) => ({ id: `u${index}`, lastName: 'Lovelace' })],
  [importReportsCommand, (index: number) => ({ userId: 'u1', report: { reportId: `r${index}`, generatedAt: 1 } })],
] as const)('beside a server, $0.usage ends each transaction once its time is over', async ([command, lineOf]) => {
  const context = await startBesideServer()
  const folder = mkdtempSync(path.join(tmpdir(), 'console-import-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'data.ndjson')
  const amount = 2_000
  writeFileSync(file, Array.from({ length: amount }, (_, index) => `${JSON.stringify(lineOf(index))}\n`).join(''))
  // However fast the machine is, each statement takes longer than others wait.
  let passedMs = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (passedMs += 60))
  onTestFinished(() => clock.mockRestore())
  const transactions = recordTransactions()
  await command.run(context, [file])
  expect(sum(transactions)).toBeGreaterThanOrEqual(amount)
  expect(most(transactions)).toBeLessThanOrEqual(151)
})

test('beside a server, adopt-files writes any number of unknown objects in short transactions, and so does the sweep', async () => {
  const context = await startBesideServer()
  const amount = 201
  const keys = Array.from({ length: amount }, () => createObjectKey('models'))
  for (const key of keys)
    await context.storage.putObject(key, Readable.from([Buffer.from('x')]), { sizeBytes: 1, maxBytes: 1 })
  const unknown = keys.map((key) => ({ key, multipartUploadId: '', sinceMs: 1 }))
  const transactions = recordTransactions()
  const record = async (work: () => Promise<unknown>) => {
    transactions.length = 0
    await work()
    return { isAll: sum(transactions) >= amount, most: most(transactions) }
  }
  const short = { isAll: true, most: 200 }
  expect(await record(() => noteUnknown(context, unknown, 1))).toEqual(short)
  expect(await record(() => adoptFilesCommand.run(context, []))).toEqual(short)
  const adopted = await context.db.selectFrom('unknownObjects').select(['firstSeenAtMs', 'adoptedAtMs']).execute()
  expect(adopted).toHaveLength(amount)
  expect(adopted.every(({ firstSeenAtMs, adoptedAtMs }) => firstSeenAtMs > 1 && adoptedAtMs === firstSeenAtMs)).toBe(
    true,
  )
  expect(await record(() => noteUnknown(context, [], 2))).toEqual(short)
  expect(await context.db.selectFrom('unknownObjects').selectAll().execute()).toEqual([])
})
