import type { ObjectKey } from './storage.ts'

const maxKeyLength = 200

// There are no dots and no empty parts, so that a key can neither leave its folder nor clash with other names in the
// local storage.
const keyPattern = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/

/** @throws RangeError for an invalid key: keys are from our own database, so this is an internal error */
export function toObjectKey(text: string): ObjectKey {
  if (!isObjectKey(text)) throw new RangeError('Not a key of the file storage')
  return text
}

export const isObjectKey = (text: string): text is ObjectKey => text.length <= maxKeyLength && keyPattern.test(text)
