import type { Config } from '../core/config.ts'
import type { Context } from '../core/context.ts'
import { type Limit, takeUse } from '../core/counters/counters.ts'
import type { Transaction } from '../core/database/tables.ts'
import { type ApiError, conflict, rateLimited } from '../http/errors.ts'

const hourMs = 3_600_000

type Allowance = Limit & { name: readonly string[] }

/** The reasons for an email, which are counted separately. `forgot-password` is only for anonymous callers. */
type MailPurpose = 'forgot-password' | 'invitation' | 'e-mail change' | `uploads of ${string}`

export function mailsTo(emailKey: string, purpose: MailPurpose): Allowance {
  return { name: [purpose, emailKey], limit: 3, windowMs: hourMs }
}

export const sendsMail = ({ mail }: Pick<Config, 'mail'>) => mail.method !== 'off'

/** @param wayOut what to do instead */
export const noMail = (wayOut: string): ApiError => conflict(`This console can’t send email. ${wayOut}`)

/** For signed-in callers, who must be told if no email is sent. @throws ApiError if the limit is reached */
export async function requireMail(
  transaction: Transaction,
  context: Context,
  allowances: Allowance[],
  sentence: string,
): Promise<void> {
  if (!sendsMail(context.config)) throw noMail('Ask your system administrator.')
  for (const allowance of allowances) {
    const waitMs = await takeUse(transaction, context, allowance)
    if (waitMs > 0) throw rateLimited(sentence, waitMs)
  }
}
