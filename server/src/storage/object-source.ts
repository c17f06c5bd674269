import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { ByteSource } from '@health-console/formats/byte-source.ts'
import type { ObjectKey, Storage } from './storage.ts'

/** An object as the readers of model formats want it. */
export const objectSource = (storage: Storage, key: ObjectKey, sizeBytes: number): ByteSource => ({
  sizeBytes,
  read: async (offset, length) => buffer(await storage.openRead(key, { start: offset, end: offset + length - 1 })),
})

/** Reads an object through, in the background of whatever else the server does. */
export async function digestObject(
  storage: Storage,
  key: ObjectKey,
  signal?: AbortSignal,
): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of (await storage.openRead(key)) as AsyncIterable<Buffer>) {
    signal?.throwIfAborted()
    hash.update(chunk)
    sizeBytes += chunk.length
  }
  return { sizeBytes, sha256: hash.digest('hex') }
}
