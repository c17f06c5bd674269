import { createHash } from 'node:crypto'
import type { ByteSource } from '@health-console/formats/byte-source.ts'
import type { ObjectKey, Storage } from './storage.ts'

/** An object as a byte source for the readers of model formats. */
export const objectSource = (storage: Storage, key: ObjectKey, sizeBytes: number): ByteSource => ({
  sizeBytes,
  read: async (offset, length) => readAll(await storage.openRead(key, { start: offset, end: offset + length - 1 })),
})

/** Avoids copying a single chunk, which is what a disk delivers: reading a header may take thousands of pieces. */
async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks = await Array.fromAsync(stream)
  const [only] = chunks
  return only && chunks.length === 1 ? only : Buffer.concat(chunks)
}

/** Hashes a whole object, with pauses for other work. */
export async function hashObject(
  storage: Storage,
  key: ObjectKey,
  signal?: AbortSignal,
): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const chunks: AsyncIterable<Buffer> = await storage.openRead(key)
  for await (const chunk of chunks) {
    signal?.throwIfAborted()
    hash.update(chunk)
    sizeBytes += chunk.length
  }
  return { sizeBytes, sha256: hash.digest('hex') }
}
