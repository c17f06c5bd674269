import { createHash } from 'node:crypto'
import type { ByteSource } from '@health-console/formats/byte-source.ts'
import type { ObjectKey, Storage } from './storage.ts'

/** An object as the readers of model formats want it. */
export const objectSource = (storage: Storage, key: ObjectKey, sizeBytes: number): ByteSource => ({
  sizeBytes,
  read: async (offset, length) => readAll(await storage.openRead(key, { start: offset, end: offset + length - 1 })),
})

/** Without a copy where it comes in one piece, as it does from a disk: a header may have thousands of windows. */
async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks = await Array.fromAsync(stream)
  const [only] = chunks
  return only && chunks.length === 1 ? only : Buffer.concat(chunks)
}

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
