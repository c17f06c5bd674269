import type { Readable } from 'node:stream'
import { expect } from 'vitest'
import { startReplica } from '../sessions/replica.ts'
import { type beginPlanned, download, finishHashing, listFiles, sha256, startFilesApp } from './files-app.ts'
import { makeBucket } from './make-bucket.ts'

/** The app on a bucket, a second replica of it, and how a whole file is sent to either. */
export async function startReplicas() {
  const app = await startFilesApp(await makeBucket())
  const replica = await startReplica(app.testApp)
  const send = async (to: typeof replica, url: string, payload: Buffer | Readable) => {
    const { pathname, search } = new URL(url)
    const { statusCode } = await to.inject({ method: 'PUT', url: pathname + search, payload })
    return statusCode
  }
  return { ...app, replica, send }
}

export type StartedReplicas = Awaited<ReturnType<typeof startReplicas>>

/** Publishes an upload, and expects the hash of the bytes that are downloaded. */
export async function publishSent(
  { session, context }: StartedReplicas,
  begun: Awaited<ReturnType<typeof beginPlanned>>,
) {
  const { upload, version } = begun
  const body = { id: upload.fileId, version, filename: 'model.gguf', uploadId: upload.id }
  const answer = await session.call('PATCH', `/v1/files/${upload.fileId}`, body)
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()])
  await finishHashing({ context })
  const [file] = await listFiles(session)
  const content = Buffer.from(await (await download({ session }, file?.url ?? '')).arrayBuffer())
  expect(file?.sha256).toBe(sha256(content))
  return content
}
