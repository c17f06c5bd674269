import { shownEmail } from '@health-console/contract/values/shown-email.ts'
import type { Config } from '../../core/config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'
import { formatTimestamp } from './timestamp.ts'

/** Sent to the new email address: proves that the admin can read email sent to it. */
export function emailChangeMail({ productName }: Config, change: { url: string; expiresAtMs: number }): MailContent {
  return renderMail(productName, {
    subject: `Confirm your new email address for ${productName}`,
    paragraphs: [`Confirm this address to use it for your ${productName} account.`, 'You’ll then sign in with it.'],
    action: { label: 'Confirm this address', url: change.url },
    notes: [
      `The link works once, until ${formatTimestamp(change.expiresAtMs)}.`,
      'If you didn’t request this, ignore this email; nothing will change.',
    ],
  })
}

/** Sent to the current email address when the change is requested. */
export function emailChangeRequestedMail(
  { productName, publicUrl }: Config,
  change: { newEmail: string },
): MailContent {
  return renderMail(productName, {
    subject: `Request to change your ${productName} email address`,
    paragraphs: [
      `Someone signed in to your account asked to change its email address to ${shownEmail(change.newEmail)}. The change takes effect once that address is confirmed.`,
      'If this was you, no action is needed here: the confirmation link is in the other mailbox.',
    ],
    action: { label: 'This wasn’t me – reset my password', url: `${publicUrl}/forgot-password` },
    notes: [
      'Resetting your password signs out all other sessions and cancels the change. Please tell a super admin too.',
    ],
  })
}

/** Sent to the previous email address when the change is made. */
export function emailChangedMail(
  { productName }: Config,
  change: { newEmail: string; atMs: number; undo: { url: string; expiresAtMs: number } | undefined },
): MailContent {
  const { newEmail, atMs, undo } = change
  return renderMail(productName, {
    subject: `Your ${productName} email address was changed`,
    paragraphs: [
      `On ${formatTimestamp(atMs)} your sign-in email changed to ${shownEmail(newEmail)}. You can no longer sign in with this address.`,
      'If this was you, no action is needed.',
      ...(undo ? ['If this wasn’t you, use the link below to restore this address and set a new password.'] : []),
    ],
    ...(undo && { action: { label: 'This wasn’t me – undo the change', url: undo.url } }),
    notes: [
      ...(undo ? [`The link works once, until ${formatTimestamp(undo.expiresAtMs)}.`] : []),
      'If this wasn’t you, tell a super admin too: they can revoke the account’s access.',
    ],
  })
}

/** Sent to the email address that is replaced when a change is undone. */
export function emailRestoredMail({ productName }: Config, change: { atMs: number }): MailContent {
  return renderMail(productName, {
    subject: `Your ${productName} email address was changed back`,
    paragraphs: [
      `On ${formatTimestamp(change.atMs)} the change was reversed, and the account uses its previous email address again. You can no longer sign in with this address.`,
      'The change was undone with a link in the previous mailbox, where a new password must be set. For safety, we removed all passkeys, authenticator apps, recovery codes and single sign-on links that were added since 24 hours before the change was requested, or by the session that requested it.',
    ],
    notes: ['If you didn’t expect this, contact a super admin.'],
  })
}
