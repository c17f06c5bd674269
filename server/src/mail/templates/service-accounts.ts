import type { Config } from '../../config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'
import { formatTimestamp } from './timestamp.ts'

type Ending = { name: string; endsAtMs: number }

/** To the super admins, when the owner has lost access, and again shortly before the end. */
export function accountEndsMail(
  { productName, publicUrl }: Config,
  { name, owner, endsAtMs }: Ending & { owner: string },
): MailContent {
  return renderMail(productName, {
    subject: `The service account ${name} ends soon in ${productName}`,
    paragraphs: [
      `${owner}, who owns the service account ${name}, has no access any more. On ${formatTimestamp(endsAtMs)} the account ends, and what calls with its tokens stops working.`,
      'If it is still needed, open Admins and adopt the account. Otherwise end it there.',
    ],
    action: { label: 'Open Admins', url: `${publicUrl}/admins` },
    notes: ['Every super admin gets this mail. One of them has to decide.'],
  })
}

/** To the owner, and shortly before the end to all super admins. */
export function tokenEndsMail(
  { productName, publicUrl }: Config,
  { name, endsAtMs, tokenId }: Ending & { tokenId: string },
): MailContent {
  return renderMail(productName, {
    subject: `A token of the service account ${name} expires soon in ${productName}`,
    paragraphs: [
      `On ${formatTimestamp(endsAtMs)} the token hc_${tokenId}… expires, and what calls with it stops working.`,
      'Open Admins and make a new token of this service account. The one before it works on for the overlap that you choose.',
    ],
    action: { label: 'Open Admins', url: `${publicUrl}/admins` },
    notes: ['Only the beginning of the token is shown here. It opens nothing.'],
  })
}
