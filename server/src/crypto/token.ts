import { createHash, randomBytes } from 'node:crypto'

/** A new 256-bit secret as text. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 in hex: what is stored of a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
