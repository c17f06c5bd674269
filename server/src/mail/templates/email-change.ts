import type { Config } from '../../config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'
import { formatMoment } from './moment.ts'

/** To the new address: proves that the person can read its mail. */
export function emailChangeMail({ productName }: Config, change: { url: string; expiresAtMs: number }): MailContent {
  return renderMail(productName, {
    subject: `Confirm your new e-mail for ${productName}`,
    paragraphs: [
      `This address is to become the e-mail of an account of ${productName}.`,
      'Open the link to confirm it. From then on you sign in with this address.',
    ],
    action: { label: 'Confirm this e-mail', url: change.url },
    notes: [
      `The link works once, until ${formatMoment(change.expiresAtMs)}.`,
      'If you know nothing of this, do nothing: without the link the account stays as it is.',
    ],
  })
}

/** To the current address, when the change is asked for. */
export function emailChangeRequestedMail(
  { productName, publicUrl }: Config,
  change: { newEmail: string },
): MailContent {
  return renderMail(productName, {
    subject: `A new e-mail was requested in ${productName}`,
    paragraphs: [
      `Somebody signed in as you asked to change the e-mail of your account to ${change.newEmail}. It changes once that address is confirmed.`,
      'If it was you, there is nothing to do here: the link to confirm is in the other mailbox.',
    ],
    action: { label: 'It was not me: reset the password', url: `${publicUrl}/forgot-password` },
    notes: ['A new password ends every other session and cancels the change. Tell a super admin as well.'],
  })
}

/** To the previous address, when the change is made. */
export function emailChangedMail(
  { productName }: Config,
  change: { newEmail: string; atMs: number; undo: { url: string; expiresAtMs: number } | undefined },
): MailContent {
  const { newEmail, atMs, undo } = change
  return renderMail(productName, {
    subject: `Your ${productName} e-mail was changed`,
    paragraphs: [
      `Since ${formatMoment(atMs)} you sign in with ${newEmail}. This address is no longer in use.`,
      'If it was you, there is nothing to do.',
      ...(undo
        ? ['If it was not you, open the link. It gives the account back to this address and asks for a new password.']
        : []),
    ],
    ...(undo && { action: { label: 'It was not me: undo the change', url: undo.url } }),
    notes: [
      ...(undo ? [`The link works once, until ${formatMoment(undo.expiresAtMs)}.`] : []),
      'If it was not you, tell a super admin as well: they can revoke the access of the account.',
    ],
  })
}

/** To the address that loses the account when a change is undone. */
export function emailRestoredMail({ productName }: Config, change: { atMs: number }): MailContent {
  return renderMail(productName, {
    subject: `A change of your ${productName} e-mail was undone`,
    paragraphs: [
      `On ${formatMoment(change.atMs)} the account went back to the e-mail it had before. This address is no longer in use.`,
      'Whoever reads the mail of that address asked for it, and sets a new password there. Passkeys, an authenticator app and a link to single sign-on that were added since the change are removed, and all recovery codes.',
    ],
    notes: ['If this is not what you want, tell a super admin.'],
  })
}
