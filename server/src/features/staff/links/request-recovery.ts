import { randomUUIDv7 } from 'node:crypto'
import { emailKeyOf } from '@health-console/contract/values/text.ts'
import type { Context } from '../../../core/context.ts'
import { takeUse } from '../../../core/counters/counters.ts'
import { hashToken, newToken } from '../../../core/crypto/token.ts'
import type { Db, Transaction } from '../../../core/database/tables.ts'
import type { RecoveryRequestsTable } from '../../../core/database/tables/links.ts'
import type { AdminsTable } from '../../../core/database/tables/staff.ts'
import { rateLimited } from '../../../http/errors.ts'
import { networkOf } from '../../../http/security/network-of.ts'
import { mailsTo, noMail, sendsMail } from '../../../mail/allowance.ts'
import { enqueueMail } from '../../../mail/outbox.ts'
import { passwordResetMail } from '../../../mail/templates/password.ts'
import { mayUsePassword } from '../credentials/passwords.ts'
import { findAdminByEmail, lockStaff } from '../admins/store.ts'
import { lifeMsOf } from './lifetimes.ts'
import { withdrawLinks } from './store.ts'

/** This is far more than an office needs. It limits how much a stranger can write into the database. */
const perNetwork = { limit: 300, windowMs: 15 * 60_000 }

/**
 * Stores the request. The email address is looked up after the response, so that the response reveals nothing about it.
 */
export async function requestRecovery(
  transaction: Transaction,
  context: Context,
  email: string,
  ip: string,
): Promise<void> {
  if (!sendsMail(context.config)) throw noMail('Ask your system administrator for a reset link.')
  const emailKey = emailKeyOf(email)
  const fromThere = { name: ['recovery', networkOf(ip)], ...perNetwork }
  const waitMs = await takeUse(transaction, context, fromThere)
  if (waitMs > 0) throw rateLimited('Too many requests.', waitMs)
  const isAllowed = (await takeUse(transaction, context, mailsTo(emailKey, 'forgot-password'))) === 0
  if (!isAllowed) return
  const request = { id: randomUUIDv7(), emailKey, requestedAtMs: context.now() }
  await transaction.insertInto('recoveryRequests').values(request).execute()
}

/** Creates and emails the links for the stored requests. */
export async function processRecoveryRequests(context: Context): Promise<void> {
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

async function hasRequests(db: Db): Promise<boolean> {
  return (await db.selectFrom('recoveryRequests').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Removes and returns the oldest request. Of several concurrent callers one gets it. */
async function takeOldestRequest(db: Db): Promise<RecoveryRequestsTable | undefined> {
  const oldest = await db.selectFrom('recoveryRequests').select('id').orderBy('id').limit(1).executeTakeFirst()
  if (!oldest) return undefined
  return db.deleteFrom('recoveryRequests').where('id', '=', oldest.id).returningAll().executeTakeFirst()
}

/**
 * Creates a recovery link, which invalidates the previous one.
 * @param via `mail`: it is emailed to the admin. `operator`: the caller hands it over
 */
export async function issueRecovery(
  transaction: Transaction,
  context: Context,
  admin: Pick<AdminsTable, 'id' | 'email'>,
  via: 'mail' | 'operator',
): Promise<{ url: string; expiresAtMs: number }> {
  const { config, now } = context
  const token = newToken()
  const expiresAtMs = now() + lifeMsOf.recoveries
  const url = `${config.publicUrl}/password-recovery?id=${token}`
  await withdrawLinks(transaction, 'recoveries', 'adminId', admin.id)
  const mailId =
    via === 'operator'
      ? null
      : await enqueueMail(transaction, context, {
          kind: 'password-reset',
          recipient: admin.email,
          content: passwordResetMail(config, { email: admin.email, url, expiresAtMs }),
          uselessFromMs: expiresAtMs,
        })
  const recovery = { adminId: admin.id, tokenHash: hashToken(token), mailId, expiresAtMs }
  await transaction.insertInto('recoveries').values(recovery).execute()
  return { url, expiresAtMs }
}
