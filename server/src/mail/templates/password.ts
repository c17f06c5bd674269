import { shownEmail } from '@health-console/contract/values/shown-email.ts'
import type { Config } from '../../core/config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'
import { formatTimestamp } from './timestamp.ts'

export function passwordResetMail(
  { productName }: Config,
  recovery: { email: string; url: string; expiresAtMs: number },
): MailContent {
  return renderMail(productName, {
    subject: `Reset your ${productName} password`,
    paragraphs: [
      `Someone (probably you) asked to reset the password for ${shownEmail(recovery.email)}.`,
      'Your current password works until you choose a new one.',
    ],
    action: { label: 'Create new password', url: recovery.url },
    notes: [
      `The link works once, until ${formatTimestamp(recovery.expiresAtMs)}.`,
      'If this wasn’t you, ignore this email; nothing will change.',
    ],
  })
}

export function passwordChangedMail({ productName, publicUrl }: Config, change: { atMs: number }): MailContent {
  return renderMail(productName, {
    subject: `Your ${productName} password was changed`,
    paragraphs: [
      `Your password was changed on ${formatTimestamp(change.atMs)}. You’ve been signed out on your other devices.`,
      'If this was you, no action is needed.',
    ],
    action: { label: 'This wasn’t me – reset my password', url: `${publicUrl}/forgot-password` },
    notes: ['If this wasn’t you, tell a super admin too.'],
  })
}
