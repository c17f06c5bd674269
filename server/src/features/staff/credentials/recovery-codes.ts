import { createHmac, randomInt } from 'node:crypto'
import { recoveryCodeCount } from '@health-console/contract/staff/second-factor.ts'
import { toPlainCode } from '@health-console/contract/values/typed-text.ts'
import type { Context } from '../../../core/context.ts'
import type { Keys } from '../../../core/crypto/keys.ts'
import { sealText, tryOpenText } from '../../../core/crypto/sealed-text.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import type { SignedInAdmin } from '../../../http/requests/caller.ts'
import { deleteRecoveryCodes } from './second-factor-store.ts'

/** Crockford's base32, in which no letter looks like a digit or another letter. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const codeLength = 12

/** Issues new codes of 60 bits, stored as keyed hashes. The previous ones stop working. */
export async function replaceRecoveryCodes(
  transaction: Transaction,
  { keys, now }: Pick<Context, 'keys' | 'now'>,
  { id: adminId, session }: SignedInAdmin,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode)
  await deleteRecoveryCodes(transaction, adminId)
  const made = { adminId, createdAtMs: now(), sessionId: session.id, earlierKeys: null }
  const rows = codes.map((code) => ({ ...made, codeHash: hashOf(keys.derive(purpose), adminId, code) }))
  await transaction.insertInto('recoveryCodes').values(rows).execute()
  return codes
}

/** Uses up a code. @returns false if it is not, or no longer, one of the admin's codes */
export async function spendRecoveryCode(
  transaction: Transaction,
  { keys }: Pick<Context, 'keys'>,
  adminId: string,
  code: string,
): Promise<boolean> {
  const rows = await transaction
    .selectFrom('recoveryCodes')
    .select('earlierKeys')
    .distinct()
    .where('adminId', '=', adminId)
    .execute()
  const earlier = rows.flatMap(({ earlierKeys }) => openEarlier(keys, adminId, earlierKeys) ?? [])
  const hashes = [keys.derive(purpose), ...earlier].map((key) => hashOf(key, adminId, code))
  const spent = await transaction
    .deleteFrom('recoveryCodes')
    .where('adminId', '=', adminId)
    .where('codeHash', 'in', hashes)
    .executeTakeFirst()
  return spent.numDeletedRows > 0n
}

/**
 * Keeps codes valid that were created with another master key. Only their hashes are stored, so the key of these hashes
 * is stored, sealed with the new master key.
 */
export async function keepRecoveryCodes(transaction: Transaction, old: Keys, keys: Keys): Promise<void> {
  const rows = await transaction.selectFrom('recoveryCodes').select(['adminId', 'codeHash', 'earlierKeys']).execute()
  for (const { adminId, codeHash, earlierKeys } of rows) {
    const known = openEarlier(keys, adminId, earlierKeys) ?? openEarlier(old, adminId, earlierKeys) ?? []
    const texts = new Set([...known, old.derive(purpose)].map((key) => key.toString('base64url')))
    await transaction
      .updateTable('recoveryCodes')
      .set({ earlierKeys: sealText(keys, placeOf(adminId), [...texts].join(' ')) })
      .where('adminId', '=', adminId)
      .where('codeHash', '=', codeHash)
      .execute()
  }
}

const purpose = 'recovery-code'
const placeOf = (owner: string) => ({ purpose: 'recovery-code-keys', owner })

/** Undefined if there are none, or they were sealed with another master key. */
function openEarlier(keys: Keys, adminId: string, sealed: string | null): Buffer[] | undefined {
  if (sealed === null) return undefined
  const text = tryOpenText(keys, placeOf(adminId), sealed)
  return text?.split(' ').map((key) => Buffer.from(key, 'base64url'))
}

function newCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** A typed code may contain letters that look like digits. */
function hashOf(key: Buffer, adminId: string, code: string): string {
  const plain = toPlainCode(code).replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return createHmac('sha256', key)
    .update(JSON.stringify([adminId, plain]))
    .digest('base64url')
}
