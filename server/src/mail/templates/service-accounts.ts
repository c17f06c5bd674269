import type { Config } from '../../core/config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'
import { formatTimestamp } from './timestamp.ts'

type Ending = { name: string; endsAtMs: number }

/** Sent to the super admins when the owner has lost access, and again shortly before the end. */
export function accountEndsMail(
  { productName, publicUrl }: Config,
  { name, owner, endsAtMs }: Ending & { owner: string },
): MailContent {
  return renderMail(productName, {
    subject: `The service account ${name} will be disabled soon in ${productName}`,
    paragraphs: [
      `${owner}, the owner of service account ${name}, no longer has access. On ${formatTimestamp(endsAtMs)} the account will be disabled and its tokens will stop working.`,
      'If it’s still needed, open the service accounts and take it over. Otherwise, revoke it there.',
    ],
    action: { label: 'Open service accounts', url: `${publicUrl}/admins/service-accounts` },
    notes: ['Sent to all super admins. One of you needs to decide.'],
  })
}

/** Sent to the owner, and shortly before the end to all super admins. */
export function tokenEndsMail(
  { productName, publicUrl }: Config,
  { name, endsAtMs, tokenId }: Ending & { tokenId: string },
): MailContent {
  return renderMail(productName, {
    subject: `A token of the service account ${name} expires soon in ${productName}`,
    paragraphs: [
      `The token hc_${tokenId}… expires on ${formatTimestamp(endsAtMs)}. Clients that use it will stop working.`,
      'Open the service accounts and rotate the token. The old token keeps working during the overlap you choose.',
    ],
    action: { label: 'Open service accounts', url: `${publicUrl}/admins/service-accounts` },
    notes: ['Only the beginning of the token is shown here. It gives no access.'],
  })
}
