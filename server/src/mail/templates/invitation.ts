import type { Config } from '../../core/config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'
import { formatTimestamp } from './timestamp.ts'

export function invitationMail(
  { productName }: Config,
  invitation: { inviter: string; role: 'admin' | 'super_admin'; url: string; expiresAtMs: number },
): MailContent {
  const role = invitation.role === 'admin' ? 'an admin' : 'a super admin'
  return renderMail(productName, {
    subject: `Your invitation to ${productName}`,
    paragraphs: [
      `${invitation.inviter} has invited you to ${productName} as ${role}.`,
      'Follow the link to enter your name and choose a password.',
    ],
    action: { label: 'Complete your profile', url: invitation.url },
    notes: [
      `The link works once, until ${formatTimestamp(invitation.expiresAtMs)}.`,
      'If you weren’t expecting this, ignore this email; no account will be created.',
    ],
  })
}
