import type { Config } from '../../core/config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'
import { formatTimestamp } from './timestamp.ts'

/** Sent to all super admins, once on a day with many erasures. */
export function manyErasuresMail(
  { productName }: Config,
  { name, amount, atMs }: { name: string; amount: number; atMs: number },
): MailContent {
  return renderMail(productName, {
    subject: `Many users are being erased in ${productName}`,
    paragraphs: [
      `By ${formatTimestamp(atMs)}, the service account ${name} erased more than ${amount} users in one day, or emptied their identifying fields. Its limit is 100 an hour.`,
      'The audit log lists them, with the reason for each erasure.',
    ],
    notes: ['If this wasn’t expected, revoke this service account’s tokens first, then ask its owner.'],
  })
}
