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
      `${owner}, the owner of service account ${name}, no longer has access. On ${formatTimestamp(endsAtMs)} the account will be disabled and its tokens will stop working.`,
      'If it is still needed, open the service accounts and adopt it. Otherwise revoke it there.',
    ],
    action: { label: 'Open service accounts', url: `${publicUrl}/admins/service-accounts` },
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
      'Open the service accounts and create a new token. The old token keeps working during the overlap you choose.',
    ],
    action: { label: 'Open service accounts', url: `${publicUrl}/admins/service-accounts` },
    notes: ['Only the beginning of the token is shown here. It opens nothing.'],
  })
}
