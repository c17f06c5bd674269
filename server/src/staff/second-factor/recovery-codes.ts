import { createHmac, randomInt } from 'node:crypto'
import { recoveryCodeCount } from '@health-console/contract/second-factor.ts'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../database/tables.ts'
import type { SignedInAdmin } from '../../http/caller.ts'
import { deleteRecoveryCodes } from './store.ts'

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
  const made = { adminId, createdAtMs: now(), sessionId: session.id }
  const rows = codes.map((code) => ({ ...made, codeHash: hashOf(keys, adminId, code) }))
  await transaction.insertInto('recoveryCodes').values(rows).execute()
  return codes
}

/** Uses up a code. @returns false when it is not, or no longer, one of the person's codes */
export async function spendRecoveryCode(
  transaction: Transaction,
  { keys }: Pick<Context, 'keys'>,
  adminId: string,
  code: string,
): Promise<boolean> {
  const spent = await transaction
    .deleteFrom('recoveryCodes')
    .where('adminId', '=', adminId)
    .where('codeHash', '=', hashOf(keys, adminId, code))
    .executeTakeFirst()
  return spent.numDeletedRows > 0n
}

function newCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** Normalizes a typed code: upper or lower case, with or without dashes, with letters that look like digits. */
function hashOf(keys: Context['keys'], adminId: string, code: string): string {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return createHmac('sha256', keys.derive('recovery-code'))
    .update(JSON.stringify([adminId, plain]))
    .digest('base64url')
}
