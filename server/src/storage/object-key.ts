import { randomUUIDv7 } from 'node:crypto'
import type { ObjectKey } from './storage.ts'

const maxKeyLength = 200

// No dots, no empty parts: a key can neither leave its folder nor meet the names that the local store adds to it.
const keyPattern = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/

/** A new key; no two are alike, so none is ever written over. */
export const createObjectKey = (folder: string): ObjectKey => toObjectKey(`${folder}/${randomUUIDv7()}`)

/** @throws RangeError for what can never be a key; keys come from our own database, so that is a fault of ours */
export function toObjectKey(text: string): ObjectKey {
  if (!isObjectKey(text)) throw new RangeError('Not a key of the file store')
  return text
}

export const isObjectKey = (text: string): text is ObjectKey => text.length <= maxKeyLength && keyPattern.test(text)
