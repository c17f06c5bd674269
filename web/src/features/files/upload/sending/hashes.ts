import { readBytes } from '../../../../lib/read-file.ts'

export type HashOf = (startByte: number, endByte: number) => Promise<string>

/**
 * Computes the SHA-256 of pieces of a file, in hexadecimal. Each piece is read once, so that resuming does not read
 * everything again. A piece is in memory while it is read, so it must not be too large.
 */
export function createHashOf(file: File): HashOf {
  const known = new Map<string, string>()
  return async (startByte, endByte) => {
    const key = `${startByte} ${endByte}`
    const hash = known.get(key) ?? (await sha256(file.slice(startByte, endByte)))
    known.set(key, hash)
    return hash
  }
}

async function sha256(blob: Blob): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await readBytes(blob))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
