import { emailKeyOf } from '@health-console/contract/text.ts'
import { findAdminByEmail, lockStaff } from '../people/store.ts'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../database/tables.ts'
import { rateLimited } from '../../http/errors.ts'
import { networkOf } from '../../http/network-of.ts'
import { mailsTo, takeAllowance } from '../../mail/allowance.ts'
import { mayUsePassword } from '../credentials/closed-passwords.ts'
import { issueRecovery } from './issue-recovery.ts'
import { hasRequests, insertRequest, takeOldestRequest } from './recovery-store.ts'

/** Far more than an office needs. It limits how much a stranger can write into the database. */
const perNetwork = { limit: 300, windowMs: 15 * 60_000 }

/** Stores the request. The address is looked up after the answer, so that the answer reveals nothing about it. */
export async function requestRecovery(
  transaction: Transaction,
  context: Context,
  email: string,
  address: string,
): Promise<void> {
  const emailKey = emailKeyOf(email)
  const fromThere = { name: `recovery from ${networkOf(address)}`, ...perNetwork }
  const waitMs = await takeAllowance(transaction, context, fromThere)
  if (waitMs > 0) throw rateLimited('Too many requests.', waitMs)
  const isAllowed = (await takeAllowance(transaction, context, mailsTo(emailKey, 'forgot-password'))) === 0
  if (isAllowed) await insertRequest(transaction, emailKey, context.now())
}

/** Creates and mails the links for the stored requests. */
export async function answerRecoveryRequests(context: Context): Promise<void> {
  const { db, engine } = context
  while (await hasRequests(db)) {
    await db.transaction().execute(async (transaction) => {
      await lockStaff(engine, transaction)
      const request = await takeOldestRequest(transaction)
      const admin = request && (await findAdminByEmail(transaction, request.emailKey))
      if (admin && admin.role !== 'user' && mayUsePassword(context.config, admin))
        await issueRecovery(transaction, context, admin, 'mail')
    })
  }
}
