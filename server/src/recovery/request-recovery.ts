import { emailKeyOf, findAdminByEmail, lockStaff } from '../admins/store.ts'
import type { Context } from '../context.ts'
import { rateLimited } from '../http/errors.ts'
import { allowMailTo, takeAllowance } from '../mail/allowance.ts'
import { issueRecovery } from './issue-recovery.ts'
import { hasRequests, insertRequest, takeOldestRequest } from './store.ts'

/** Far more than an office needs: it only bounds what a stranger can make the database write. */
const perAddress = { limit: 300, windowMs: 15 * 60_000 }

/** Notes the wish. Whether the address is known is looked up after the answer, so the answer cannot tell. */
export async function requestRecovery({ db, engine, now }: Context, email: string, address: string): Promise<void> {
  const emailKey = emailKeyOf(email)
  await db.transaction().execute(async (transaction) => {
    if (!(await takeAllowance(transaction, engine, { bucket: `recovery from ${address}`, ...perAddress }, now())))
      throw rateLimited('Too many requests. Try again in 15 minutes.', perAddress.windowMs / 1000)
    if (await allowMailTo(transaction, engine, emailKey, now())) await insertRequest(transaction, emailKey, now())
  })
}

/** Makes and mails the links for the wishes noted so far. */
export async function answerRecoveryRequests(context: Context): Promise<void> {
  const { db, engine } = context
  while (await hasRequests(db)) {
    await db.transaction().execute(async (transaction) => {
      await lockStaff(engine, transaction)
      const request = await takeOldestRequest(transaction)
      const admin = request && (await findAdminByEmail(transaction, request.emailKey))
      if (admin && admin.role !== 'user') await issueRecovery(transaction, context, admin, 'mail')
    })
  }
}
