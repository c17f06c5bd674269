import { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { StorageUnavailableError } from './errors.ts'
import { isFull, isMissing } from './s3-client.ts'
import { toObjectKey } from './object-key.ts'

/** A small temporary object. It is always the same one, so that a key that may not delete leaves only one object. */
export const accessProbeKey = toObjectKey('access-probe')

const everyMs = 60_000
const withinMs = 5_000

/**
 * @param now a clock for the time between two attempts
 * @returns a check that writes, reads and deletes a small object once a minute; its last result counts until then
 */
export function createAccessProbe(client: S3Client, bucket: string, now: () => number): () => Promise<void> {
  let last: { atMs: number; attempt: Promise<void> } | undefined
  return () => {
    if (last === undefined || Math.abs(now() - last.atMs) >= everyMs)
      last = { atMs: now(), attempt: tryAccess(client, { Bucket: bucket, Key: accessProbeKey }) }
    return last.attempt
  }
}

async function tryAccess(client: S3Client, object: { Bucket: string; Key: string }): Promise<void> {
  const options = { abortSignal: AbortSignal.timeout(withinMs) }
  await client.send(new PutObjectCommand({ ...object, Body: 'probe' }), options).catch((error: unknown) => {
    // The client records that the bucket is full, which is reported separately.
    if (!isFull(error)) throw rejected('put', error)
  })
  try {
    const { Body } = await client.send(new GetObjectCommand(object), options)
    if (Body instanceof Readable) Body.destroy()
  } catch (error) {
    // Another replica, whose probe is the same object, may have deleted it.
    if (!isMissing(error)) throw rejected('get', error)
  }
  await client.send(new DeleteObjectCommand(object), options).catch((error: unknown) => {
    throw rejected('delete', error)
  })
}

const rejected = (what: 'put' | 'get' | 'delete', error: unknown) =>
  new StorageUnavailableError(error, `The file storage did not ${what} the object ${accessProbeKey}.`)
