import type { Config } from '../../config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'
import { formatTimestamp } from './timestamp.ts'

/** To all super admins, once in a day of many erasures. */
export function manyErasuresMail(
  { productName }: Config,
  { name, amount, atMs }: { name: string; amount: number; atMs: number },
): MailContent {
  return renderMail(productName, {
    subject: `Many users are being erased in ${productName}`,
    paragraphs: [
      `Until ${formatTimestamp(atMs)} the service account ${name} has erased more than ${amount} users within a day, or emptied their names or other fields that identify them. It may go on with up to 100 an hour.`,
      'The audit log names them, and each reason is kept with the erasure.',
    ],
    notes: ['If none of you knows why, revoke the tokens of this service account first, and then ask its owner.'],
  })
}
