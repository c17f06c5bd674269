import { createHmac } from 'node:crypto'
import { idKeyOf } from './words/read-value.ts'

/** Hashes the member IDs of an admin's files, so that two files can be compared without storing an ID. */
export type IdHasher = { key: Uint8Array; adminId: string }

const hashBytes = 8

/** A part of the keyed hash of each member ID, once each, in ascending order. */
export function hashIds({ key, adminId }: IdHasher, memberIds: Iterable<string>): BigUint64Array<ArrayBuffer> {
  const hashes = new Set<bigint>()
  for (const id of memberIds) {
    const hash = createHmac('sha256', key)
      .update(`${adminId}\n${idKeyOf(id)}`)
      .digest()
    hashes.add(hash.readBigUInt64LE())
  }
  return BigUint64Array.from(hashes).sort()
}

/** The hashes as they are stored. */
export function packHashes(hashes: BigUint64Array<ArrayBuffer>): Buffer {
  const bytes = Buffer.alloc(hashes.length * hashBytes)
  hashes.forEach((hash, index) => bytes.writeBigUInt64LE(hash, index * hashBytes))
  return bytes
}

/** The hashes from the bytes that `packHashes` returned. */
export function unpackHashes(stored: Uint8Array): BigUint64Array<ArrayBuffer> {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  return BigUint64Array.from({ length: Math.floor(bytes.length / hashBytes) }, (_, index) =>
    bytes.readBigUInt64LE(index * hashBytes),
  )
}

/** Whether at least half of a file's hashes are among others. Both are in ascending order. */
export function areHalfAmong(hashes: BigUint64Array, others: BigUint64Array): boolean {
  let shared = 0
  let at = 0
  for (const hash of hashes) {
    while (at < others.length && (others[at] ?? 0n) < hash) at += 1
    if (others[at] === hash) shared += 1
  }
  return hashes.length > 0 && shared * 2 >= hashes.length
}
