import type { Config } from '../../core/config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'
import { formatTimestamp } from './timestamp.ts'

/** Sent to the super admins when a review is due. */
export function accessReviewMail(
  { productName, publicUrl }: Config,
  { lastAtMs }: { lastAtMs: number | undefined },
): MailContent {
  return renderMail(productName, {
    subject: `Review who has access to ${productName}`,
    paragraphs: [
      lastAtMs === undefined
        ? 'Access has never been reviewed. A review is due now.'
        : `Access was last reviewed on ${formatTimestamp(lastAtMs)}. The next review is due now.`,
      'Open Admins, choose Review access, and keep or revoke each admin’s access. Your decisions are logged.',
    ],
    action: { label: 'Open Admins', url: `${publicUrl}/admins` },
    notes: ['Sent to all super admins. One of you needs to complete the review.'],
  })
}
