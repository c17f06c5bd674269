import type { Transaction } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tables } from '../../database/tables.ts'
import { unauthenticated } from '../../http/errors.ts'
import type { SignedInAdmin } from '../../http/caller.ts'
import { confirmSession, hashToken } from './store.ts'

/**
 * Records that a person has just confirmed their password. The session continues with a new token, so that a stolen
 * copy of the old one gains nothing.
 */
export async function confirmIdentity(
  transaction: Transaction<Tables>,
  { now }: Context,
  { session }: SignedInAdmin,
  token: string,
): Promise<void> {
  const tokenHash = hashToken(token)
  if (!(await confirmSession(transaction, session.tokenHash, { tokenHash, nowMs: now() }))) throw unauthenticated()
  session.tokenHash = tokenHash
}
