import type { Config } from '../../config.ts'
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
      `Someone, probably you, requested a new password for ${recovery.email}.`,
      'Open the link and choose one. Until then your current password stays as it is.',
    ],
    action: { label: 'Create new password', url: recovery.url },
    notes: [
      `The link works once, until ${formatTimestamp(recovery.expiresAtMs)}.`,
      'If it was not you, do nothing: nothing changes without the link.',
    ],
  })
}

export function passwordChangedMail({ productName, publicUrl }: Config, change: { atMs: number }): MailContent {
  return renderMail(productName, {
    subject: `Your ${productName} password was changed`,
    paragraphs: [
      `The password of your account was changed on ${formatTimestamp(change.atMs)}. Where you were signed in elsewhere, you have to sign in again.`,
      'If it was you, there is nothing to do.',
    ],
    action: { label: 'It was not me: reset the password', url: `${publicUrl}/forgot-password` },
    notes: ['If it was not you, inform a super admin as well.'],
  })
}
