import { createHmac, randomUUIDv7 } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/tables.ts'
import { type ApiError, conflict, rateLimited } from '../http/errors.ts'

const hourMs = 3_600_000

type Allowance = {
  /** The name and the limit of a counter. */
  name: string
  limit: number
  windowMs: number
}

/** The reasons for a mail, which are counted separately. `forgot-password` is for anonymous callers only. */
type MailPurpose = 'forgot-password' | 'resend' | 'e-mail change' | `uploads of ${string}`

export function mailsTo(emailKey: string, purpose: MailPurpose): Allowance {
  return { name: `${purpose} to ${emailKey}`, limit: 3, windowMs: hourMs }
}

export const sendsMail = ({ mail }: Pick<Config, 'mail'>) => mail.method !== 'off'

/** @param wayOut what to do instead */
export const noMail = (wayOut: string): ApiError => conflict(`This console sends no e-mail. ${wayOut}`)

/** For signed-in callers, who must learn when no mail is sent. @throws ApiError when the limit is reached */
export async function requireMail(
  transaction: Transaction,
  context: Context,
  allowances: Allowance[],
  problem: string,
): Promise<void> {
  if (!sendsMail(context.config)) throw noMail('Ask its operator.')
  for (const allowance of allowances) {
    const waitMs = await takeAllowance(transaction, context, allowance)
    if (waitMs > 0) throw rateLimited(problem, waitMs)
  }
}

/**
 * Counts a use of something that is allowed `limit` times in any `windowMs`.
 * @returns 0, or the milliseconds until the next use is allowed; in that case this use is not counted
 */
export async function takeAllowance(
  transaction: Transaction,
  { engine, keys, now }: Pick<Context, 'engine' | 'keys' | 'now'>,
  { name, limit, windowMs }: Allowance,
): Promise<number> {
  // People enter e-mails of others here, which the stored name must not reveal.
  const bucket = createHmac('sha256', keys.derive('allowances')).update(name).digest('hex')
  await engine.serialize(transaction, bucket)
  const nowMs = now()
  const uses = await transaction
    .selectFrom('allowanceUses')
    .select('atMs')
    .where('bucket', '=', bucket)
    .where('atMs', '>', nowMs - windowMs)
    .orderBy('atMs', 'desc')
    .limit(limit)
    .execute()
  const oldest = uses[limit - 1]
  if (oldest) return oldest.atMs + windowMs - nowMs
  await transaction.insertInto('allowanceUses').values({ id: randomUUIDv7(), bucket, atMs: nowMs }).execute()
  return 0
}
