import { randomUUIDv7 } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { newToken } from '../../../core/crypto/token.ts'

const shape = /^(hc_[0-9a-f]{32}[\w-]{43})([0-9a-f]{8})$/

/** `hc_`, the id, a 256-bit secret and a checksum. The id is not secret, so a part of a leaked token identifies it. */
export function newServiceToken(): { id: string; token: string } {
  const id = randomUUIDv7().replaceAll('-', '')
  const unchecked = `hc_${id}${newToken()}`
  return { id, token: `${unchecked}${checksumOf(unchecked)}` }
}

/** Whether the text can be a token: this distinguishes a truncated or mistyped token from an unknown one. */
export function isServiceToken(text: string): boolean {
  const [, unchecked, checksum] = shape.exec(text) ?? []
  return unchecked !== undefined && checksumOf(unchecked) === checksum
}

const checksumOf = (text: string) => crc32(text).toString(16).padStart(8, '0')
