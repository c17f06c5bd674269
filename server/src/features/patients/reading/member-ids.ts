import { createHmac } from 'node:crypto'
import { idKeyOf } from './words/read-value.ts'

/** Hashes the member IDs of an admin's files, so that two files can be compared without storing an ID. */
export type IdHasher = { key: Uint8Array; adminId: string }

/** The hexadecimal digits of eight bytes. */
const hashLength = 16

/** A part of the keyed hash of each member ID. */
export function hashIds({ key, adminId }: IdHasher, memberIds: Iterable<string>): Set<string> {
  const hashes = new Set<string>()
  for (const id of memberIds) {
    const hash = createHmac('sha256', key).update(`${adminId}\n${idKeyOf(id)}`)
    hashes.add(hash.digest('hex').slice(0, hashLength))
  }
  return hashes
}

/** The hashes as they are stored: without the order of the file. */
export const packHashes = (hashes: ReadonlySet<string>): Buffer => Buffer.from([...hashes].sort().join(''), 'hex')

/** The hashes from the bytes that `packHashes` returned. */
export function unpackHashes(stored: Uint8Array): Set<string> {
  const digits = Buffer.from(stored).toString('hex')
  return new Set(
    Array.from({ length: digits.length / hashLength }, (_, at) => digits.substr(at * hashLength, hashLength)),
  )
}

/** Whether at least half of a file's hashes are among others. */
export const areHalfAmong = (hashes: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  hashes.size > 0 && hashes.intersection(others).size * 2 >= hashes.size
