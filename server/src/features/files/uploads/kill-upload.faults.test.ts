import { setTimeout as sleep } from 'node:timers/promises'
import type { ModelFile } from '@health-console/contract/files/files.ts'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../../core/config.ts'
import { createContext } from '../../../core/context.ts'
import { openDatabase } from '../../../core/database/open.ts'
import { databaseSettings } from '../../../../testing/engines/database-settings.ts'
import { freshDatabase } from '../../../../testing/engines/engines.ts'
import { faultRounds } from '../../../../testing/processes/fault-rounds.ts'
import { type ServerProcess, startServerProcess } from '../../../../testing/processes/server-process.ts'
import { verifyFilesCommand } from '../signing/verify-files.ts'
import { hashVersions } from '../signing/hash-versions.ts'
import { sweepFiles } from '../bucket/sweep-files.ts'
import { ggufOf, partBytes, partOf, put, sha256, storedKeys } from '../../../../testing/files/files-app.ts'

const aDay = 24 * 3_600_000
const partCount = 3
const database = await freshDatabase()
const settings = { UPLOAD_PART_MB: '5' }

let server: ServerProcess | undefined

afterAll(async () => {
  await server?.kill()
  await database.remove()
})

test('a server killed at any point of an upload leaves no partial version and no orphan, and the upload can continue', async () => {
  const hashes: string[] = []
  const outcomes = { partsKept: 0, acknowledged: 0, publishedUnheard: 0, publishedAgain: 0 }
  let running = (server = await startServerProcess(database, settings))
  for (let round = 1; round <= faultRounds; round += 1) {
    const content = ggufOf((partCount - 1) * partBytes + 300_000, round)
    const { fileId, uploadId } = await begin(running, content)

    const sending = sendMissing(running, uploadId, content).catch(() => undefined)
    const wholeToo = beginWhole(running, fileId, content).catch(() => undefined)
    await sleep(Math.random() * 250)
    await running.kill()
    await Promise.all([sending, wholeToo])
    running = server = await startServerProcess(database, settings)
    expect(await versionOf(running)).toBe(round - 1)
    outcomes.partsKept += (await arrivedParts(running, uploadId, content)).length
    await sendMissing(running, uploadId, content)

    const publish = { id: fileId, version: round, filename: `${round}.gguf`, uploadId }
    const publishing = running.call('PATCH', `/v1/files/${fileId}`, publish).catch(() => undefined)
    await sleep(Math.random() * 40)
    await running.kill()
    const isAcknowledged = (await publishing)?.status === 200
    await leaveAbandoned()
    // The sweep starts with the server and is killed halfway.
    running = server = await startServerProcess(database, settings)
    await sleep(Math.random() * 30)
    await running.kill()

    running = server = await startServerProcess(database, settings)
    const version = await versionOf(running)
    expect(isAcknowledged ? [round] : [round - 1, round]).toContain(version)
    outcomes[isAcknowledged ? 'acknowledged' : version === round ? 'publishedUnheard' : 'publishedAgain'] += 1
    if (version === round - 1) {
      expect((await running.call('PATCH', `/v1/files/${fileId}`, publish)).status).toBe(200)
    }
    hashes.push(sha256(content))
  }
  await running.stop()
  if (faultRounds > 10) console.warn(`killed ${faultRounds} times: ${JSON.stringify(outcomes)}`)
  await expectNothingElse(hashes)
})

async function listFiles(running: ServerProcess): Promise<ModelFile[]> {
  const answer = (await (await running.call('GET', '/v1/files')).json()) as { data: { files: ModelFile[] } }
  return answer.data.files
}

const versionOf = async (running: ServerProcess) => (await listFiles(running))[0]?.version ?? 0

type Begun = { url: string[]; file?: { id: string }; upload: { id: string; fileId: string } }

async function begin(running: ServerProcess, content: Buffer) {
  const [file] = await listFiles(running)
  const body = { size: content.length, filename: 'model.gguf' }
  const answer = file
    ? await running.call('PUT', `/v1/files/${file.id}`, body)
    : await running.call('POST', '/v1/files', { ...body, name: 'Main LLM' })
  const { upload } = (await answer.json()) as Begun
  return { fileId: upload.fileId, uploadId: upload.id }
}

/** A client that sends the whole file to one URL and never returns. */
async function beginWhole(running: ServerProcess, fileId: string, content: Buffer): Promise<void> {
  const begun = (await (await running.call('PUT', `/v1/files/${fileId}`)).json()) as Begun
  await put(begun.url[0] ?? '', content)
}

async function arrivedParts(running: ServerProcess, uploadId: string, content: Buffer): Promise<number[]> {
  const answer = await running.call('GET', `/v1/file-uploads/${uploadId}`)
  const { data } = (await answer.json()) as { data: { parts: { partNumber: number; sha256: string }[] } }
  for (const part of data.parts) expect(part.sha256).toBe(sha256(partOf(content, part.partNumber)))
  return data.parts.map((part) => part.partNumber)
}

async function sendMissing(running: ServerProcess, uploadId: string, content: Buffer): Promise<void> {
  const arrived = await arrivedParts(running, uploadId, content)
  const missing = Array.from({ length: partCount }, (_, index) => index + 1).filter((part) => !arrived.includes(part))
  if (missing.length === 0) return
  const wanted = missing.map((partNumber) => ({ partNumber, sha256: sha256(partOf(content, partNumber)) }))
  const answer = await running.call('POST', `/v1/file-uploads/${uploadId}/part-urls`, { parts: wanted })
  const { data } = (await answer.json()) as { data: { parts: { partNumber: number; url: string }[] } }
  await Promise.all(
    data.parts.map(async ({ partNumber, url }) => {
      const sent = await put(url, partOf(content, partNumber))
      if (!sent.ok) throw new Error(`part ${partNumber} was rejected with ${sent.status}`)
    }),
  )
}

/** Makes the uploads of whole files look inactive for a day. */
async function leaveAbandoned(): Promise<void> {
  const { db, close } = openDatabase(database)
  await db.updateTable('fileUploads').set({ updatedAtMs: 1 }).where('sizeBytes', 'is', null).execute()
  await close()
}

/** Runs the sweeps of the next day and month. Then every version must be complete, and nothing else in the storage. */
async function expectNothingElse(hashes: string[]): Promise<void> {
  const opened = openDatabase(database)
  const config = readConfig({ ...databaseSettings(database), ...settings })
  let offsetMs = aDay + 60_000
  const context = await createContext(config, opened, () => Date.now() + offsetMs)
  const logger = pino({ level: 'silent' })
  await hashVersions(context)
  await sweepFiles(context, logger)
  expect(await opened.db.selectFrom('unknownObjects').selectAll().execute()).toEqual([])
  offsetMs += 30 * aDay
  // A server records each minute that the clock has not moved. Only then does age prove anything.
  await opened.db.updateTable('reportsKept').set({ sinceMs: 0, seenAtMs: context.now() }).execute()
  await sweepFiles(context, logger)
  const versions = await opened.db.selectFrom('fileVersions').selectAll().orderBy('number').execute()
  expect(versions.map(({ sha256: hash }) => hash)).toEqual(hashes)
  expect(await storedKeys({ context })).toEqual(versions.map(({ objectKey }) => objectKey).toSorted())
  expect(await verifyFilesCommand.run(context, [])).toContain('verified')
  expect(await opened.db.selectFrom('fileUploads').selectAll().execute()).toEqual([])
  await opened.close()
}
