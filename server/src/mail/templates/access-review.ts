import type { Config } from '../../config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'
import { formatTimestamp } from './timestamp.ts'

/** To the super admins, when a review is due. */
export function accessReviewMail(
  { productName, publicUrl }: Config,
  { lastAtMs }: { lastAtMs: number | undefined },
): MailContent {
  return renderMail(productName, {
    subject: `Review who has access to ${productName}`,
    paragraphs: [
      lastAtMs === undefined
        ? 'No one has reviewed yet who has access. A review is due now.'
        : `Who has access was last reviewed on ${formatTimestamp(lastAtMs)}. The next review is due now.`,
      'Open Admins, choose Review access, and keep or revoke each. Your decisions are logged.',
    ],
    action: { label: 'Open Admins', url: `${publicUrl}/admins` },
    notes: ['Every super admin gets this mail once. One of them has to do the review.'],
  })
}
