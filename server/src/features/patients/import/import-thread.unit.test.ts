import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../../core/database/upgrade/migrate.ts'
import { openDatabase } from '../../../core/database/open.ts'
import { makeXlsx, workbookParts, zipParts } from '../../../../testing/spreadsheet/workbook-parts.ts'
import type { SpreadsheetLimits } from '../../../core/spreadsheet/limits.ts'
import { patientsWith, workbook } from '../../../../testing/patients/upload.ts'
import { toImportError } from '../reading/import-error.ts'
import { createImportThreads, startImportThread } from './import-threads.ts'
import { type ImportProgress, type ImportWorker, runImportThread } from './run-import-thread.ts'

const smallMb = 64

/** Runs the import thread for a file, with its own limits, on a migrated database next to the file. */
async function importing(file: Uint8Array, limits: Partial<SpreadsheetLimits> = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'import-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const config = { dataDir, databaseUrl: undefined }
  const database = openDatabase(config)
  onTestFinished(() => database.close())
  await migrate(database)
  const filePath = path.join(dataDir, 'sheet.xlsx')
  writeFileSync(filePath, file)
  const run = async (
    input: {
      signal?: AbortSignal
      onProgress?: (progress: ImportProgress) => void
      memoryMb?: number
      worker?: ImportWorker
      tableId?: string
    } = {},
  ) => {
    const worker: ImportWorker = input.worker ?? startImportThread(config, input.memoryMb)
    const exited = new Promise((resolve) => worker.on('exit', resolve))
    const uploader = { adminId: 'admin', idKey: new Uint8Array(32), nowMs: Date.now() }
    const file = { path: filePath, limits }
    const data = { file, tableId: input.tableId ?? 'table', shownTableId: undefined, uploader }
    const { onProgress = () => {}, signal = new AbortController().signal } = input
    try {
      return await runImportThread(worker, data, onProgress, signal)
    } finally {
      await exited
    }
  }
  const rowsWritten = async () => (await database.db.selectFrom('patients').select('position').execute()).length
  return { run, rowsWritten, config }
}

test('every step is reported, and the rows are written', async () => {
  const { run, rowsWritten } = await importing(workbook(patientsWith(1_200)))
  const steps = new Set<string>()
  const result = await run({ onProgress: ({ step }) => steps.add(step) })
  expect(result).toMatchObject({ type: 'done', preview: { rowsInFile: 1_200, added: 1_200 } })
  expect([...steps]).toEqual(['reading', 'comparing', 'storing'])
  expect(await rowsWritten()).toBe(1_200)
})

test('an invalid file is rejected with the message of the spreadsheet reader', async () => {
  const { run } = await importing(Buffer.from('no spreadsheet'))
  expect(await run()).toMatchObject({
    type: 'rejected',
    error: { code: 'unprocessable', message: expect.stringContaining('save it as .xlsx') },
  })
})

test('[import-16] a zip bomb is rejected with little memory', async () => {
  const bomb = `<worksheet><cols>${'<col min="1" max="9"/>'.repeat(900_000)}</cols></worksheet>`
  const { run } = await importing(zipParts(workbookParts(bomb)))
  expect(await run({ memoryMb: smallMb })).toMatchObject({
    type: 'rejected',
    error: { code: 'too_large', message: expect.stringContaining('times its size') },
  })
})

test('a file that uses up the memory of the thread is rejected, and the process continues', async () => {
  const strings = `<sst>${`<si><t>${'abcdefghij'.repeat(400)}</t></si>`.repeat(24_000)}</sst>`
  const unlimited = { sharedStringsBytes: Infinity, ratio: Infinity }
  const { run, rowsWritten } = await importing(makeXlsx('', { 'xl/sharedStrings.xml': strings }), unlimited)
  const error: unknown = await run({ memoryMb: smallMb }).catch((caught: unknown) => caught)
  expect(toImportError(error)).toMatchObject({
    code: 'too_large',
    message: expect.stringContaining('needs more memory than an import may use'),
  })
  expect(await rowsWritten()).toBe(0)
})

test('a thread that reports no progress within the time limit is stopped', async () => {
  // No thread starts within a millisecond, so the limit inside the reader is never reached.
  const { run } = await importing(workbook(patientsWith(1)), { timeMs: 1 })
  const error: unknown = await run().catch((caught: unknown) => caught)
  expect(toImportError(error)).toMatchObject({
    code: 'unprocessable',
    message: expect.stringContaining('took longer than'),
  })
})

test('an import can be cancelled before it starts, and while it reads', async () => {
  const { run, rowsWritten } = await importing(workbook(patientsWith(20_000)))
  await expect(run({ signal: AbortSignal.abort(new Error('too early')) })).rejects.toThrow('too early')
  const controller = new AbortController()
  const onProgress = () => controller.abort(new Error('cancelled by hand'))
  await expect(run({ onProgress, signal: controller.signal })).rejects.toThrow('cancelled by hand')
  expect(await rowsWritten()).toBe(0)
})

test('a waiting thread serves one import; without one an import starts its own', async () => {
  const { run, rowsWritten, config } = await importing(workbook(patientsWith(3)))
  const threads = createImportThreads(config)
  onTestFinished(() => threads.stop())
  threads.startAhead()
  threads.startAhead()
  const workers = [threads.take(), threads.take()]
  expect(new Set(workers).size).toBe(2)
  for (const [index, worker] of workers.entries()) {
    expect(await run({ worker, tableId: `table-${index}` })).toMatchObject({ type: 'done', preview: { rowsInFile: 3 } })
  }
  expect(await rowsWritten()).toBe(6)
})

test('a thread that dies while it waits is used for no import', async () => {
  const { config } = await importing(workbook(patientsWith(1)))
  const threads = createImportThreads(config)
  onTestFinished(() => threads.stop())
  const started = once(process, 'worker') as Promise<[Worker]>
  threads.startAhead()
  const [waiting] = await started
  await waiting.terminate()
  const worker = threads.take()
  expect(worker).not.toBe(waiting)
  await worker.terminate()
})
