import type { Config } from '../../core/config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'

/** Sent to the super admins once a week while unusual access is not answered. It names no one. */
export function openFindingsMail(
  { productName, publicUrl }: Config,
  { count, days }: { count: number; days: number },
): MailContent {
  const findings = count === 1 ? '1 finding needs' : `${count} findings need`
  const oldest = days === 0 ? 'today' : days === 1 ? 'one day ago' : `${days} days ago`
  return renderMail(productName, {
    subject: `Unusual access to review in ${productName}`,
    paragraphs: [
      `${findings} an answer. The oldest was found ${oldest}.`,
      'Unusual does not mean wrong. Look at the entries, ask if necessary, and write down what it was.',
    ],
    action: { label: 'Review access', url: `${publicUrl}/audit/review` },
    notes: ['Sent to all super admins once a week while a finding is open.'],
  })
}
