import { createHash, randomBytes } from 'node:crypto'

/** Creates a 256-bit secret as text. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 in hex, which is stored in place of a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
