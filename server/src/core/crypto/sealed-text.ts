import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { KeyReplacedError, type Keys } from './keys.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** The context that a sealed text belongs to. It cannot be decrypted in any other context. */
type SealContext = { purpose: string; owner: string }

/** Encrypts a text with the master key, so that a copy of the database does not reveal it. */
export function sealText(keys: Keys, { purpose, owner }: SealContext, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, keys.derive(purpose), nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return sealed.toString('base64url')
}

/** @throws if the text was sealed with another master key, belongs to another context, or was changed */
export function openText(keys: Keys, { purpose, owner }: SealContext, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(algorithm, keys.derive(purpose), bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tagBytes))
  return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

/**
 * Undefined if it cannot be decrypted, for example because it was sealed with another master key.
 * @throws KeyReplacedError
 */
export function tryOpenText(keys: Keys, context: SealContext, sealed: string): string | undefined {
  try {
    return openText(keys, context, sealed)
  } catch (error) {
    if (error instanceof KeyReplacedError) throw error
    return undefined
  }
}
