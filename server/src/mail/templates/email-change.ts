import type { Config } from '../../config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'
import { formatTimestamp } from './timestamp.ts'

/** To the new e-mail: proves that the person can read mail sent to it. */
export function emailChangeMail({ productName }: Config, change: { url: string; expiresAtMs: number }): MailContent {
  return renderMail(productName, {
    subject: `Confirm your new e-mail for ${productName}`,
    paragraphs: [
      `This is to become the e-mail of an account of ${productName}.`,
      'Open the link to confirm it. From then on you sign in with it.',
    ],
    action: { label: 'Confirm this e-mail', url: change.url },
    notes: [
      `The link works once, until ${formatTimestamp(change.expiresAtMs)}.`,
      'If you know nothing of this, do nothing: without the link the account stays as it is.',
    ],
  })
}

/** To the current e-mail, when the change is requested. */
export function emailChangeRequestedMail(
  { productName, publicUrl }: Config,
  change: { newEmail: string },
): MailContent {
  return renderMail(productName, {
    subject: `A new e-mail was requested in ${productName}`,
    paragraphs: [
      `Someone signed in as you requested to change the e-mail of your account to ${change.newEmail}. It changes once that e-mail is confirmed.`,
      'If it was you, there is nothing to do here: the link to confirm is in the other mailbox.',
    ],
    action: { label: 'It was not me: reset the password', url: `${publicUrl}/forgot-password` },
    notes: ['A new password ends every other session and cancels the change. Inform a super admin as well.'],
  })
}

/** To the previous e-mail, when the change is made. */
export function emailChangedMail(
  { productName }: Config,
  change: { newEmail: string; atMs: number; undo: { url: string; expiresAtMs: number } | undefined },
): MailContent {
  const { newEmail, atMs, undo } = change
  return renderMail(productName, {
    subject: `Your ${productName} e-mail was changed`,
    paragraphs: [
      `Since ${formatTimestamp(atMs)} you sign in with ${newEmail}. This e-mail no longer signs in.`,
      'If it was you, there is nothing to do.',
      ...(undo
        ? ['If it was not you, open the link. It gives the account back to this e-mail, and you set a new password.']
        : []),
    ],
    ...(undo && { action: { label: 'It was not me: undo the change', url: undo.url } }),
    notes: [
      ...(undo ? [`The link works once, until ${formatTimestamp(undo.expiresAtMs)}.`] : []),
      'If it was not you, inform a super admin as well: they can revoke the access of the account.',
    ],
  })
}

/** To the e-mail that loses the account when a change is undone. */
export function emailRestoredMail({ productName }: Config, change: { atMs: number }): MailContent {
  return renderMail(productName, {
    subject: `A change of your ${productName} e-mail was undone`,
    paragraphs: [
      `On ${formatTimestamp(change.atMs)} the account went back to the e-mail it had before. This e-mail no longer signs in.`,
      'The link to undo the change was sent to that e-mail, and a new password is set there. Passkeys, an authenticator app, recovery codes and a link to single sign-on are removed if they were added in the 24 hours before the change was requested, since then, or by the session that requested it.',
    ],
    notes: ['If this is not what you want, inform a super admin.'],
  })
}
