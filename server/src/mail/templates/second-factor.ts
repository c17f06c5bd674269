import type { Config } from '../../config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'
import { formatTimestamp } from './timestamp.ts'

type Act = { atMs: number }

export const notMe = 'If it was not you, inform a super admin, and set a new password.'

export function secondFactorSetMail({ productName }: Config, { atMs }: Act): MailContent {
  return renderMail(productName, {
    subject: `A second factor was set up in ${productName}`,
    paragraphs: [
      `Since ${formatTimestamp(atMs)} signing in to your account needs a code of your authenticator app. Where you were signed in elsewhere, you have to sign in again.`,
      'Keep the recovery codes where you can find them without your phone.',
    ],
    notes: [notMe],
  })
}

export function secondFactorRemovedMail({ productName }: Config, { atMs }: Act): MailContent {
  return renderMail(productName, {
    subject: `Your second factor was turned off in ${productName}`,
    paragraphs: [`Since ${formatTimestamp(atMs)} the password alone signs in to your account.`],
    notes: [notMe],
  })
}

/** If there is another second factor. */
export function appRemovedMail({ productName }: Config, { atMs }: Act): MailContent {
  return renderMail(productName, {
    subject: `Your authenticator app was removed in ${productName}`,
    paragraphs: [`Since ${formatTimestamp(atMs)} its codes do not sign in to your account any more.`],
    notes: [notMe],
  })
}

export function recoveryCodesRenewedMail({ productName }: Config, { atMs }: Act): MailContent {
  return renderMail(productName, {
    subject: `New recovery codes were made in ${productName}`,
    paragraphs: [
      `On ${formatTimestamp(atMs)} your account got new recovery codes. The former ones do not work any more.`,
    ],
    notes: [notMe],
  })
}

export function recoveryCodeUsedMail({ productName }: Config, { atMs, left }: Act & { left: number }): MailContent {
  return renderMail(productName, {
    subject: `A recovery code was used in ${productName}`,
    paragraphs: [
      `On ${formatTimestamp(atMs)} one of your recovery codes was used in place of your second factor. Codes left: ${left}.`,
      'If you have lost your app or your passkey, set up another in the settings.',
    ],
    notes: [notMe],
  })
}

/** To the person, and to all super admins: undoing a change of e-mail removed the last factor. */
export function secondFactorLostMail({ productName }: Config, { atMs, person }: Act & { person: string }): MailContent {
  return renderMail(productName, {
    subject: `${person} waits for a super admin in ${productName}`,
    paragraphs: [
      `On ${formatTimestamp(atMs)} a change of the e-mail of ${person} was undone. Every second factor that an intruder may have added was removed, and none is left. Until a super admin resets the second factor, a new password signs in with a recovery code from before alone.`,
      `Super admins: make sure in another way than by e-mail that it is ${person} who requests it. Then open Admins, Sessions, Reset second factor.`,
    ],
    notes: ['The operator can do the same by the command reset-second-factor.'],
  })
}

/** To the person, and to all super admins. */
export function secondFactorResetMail(
  { productName }: Config,
  { atMs, person, by }: Act & { person: string; by: string },
): MailContent {
  return renderMail(productName, {
    subject: `The second factor of ${person} was reset in ${productName}`,
    paragraphs: [
      `On ${formatTimestamp(atMs)} ${by} reset the second factor of ${person}, whose sessions have ended. The password alone signs in to this account until a new one is set up.`,
    ],
    notes: ['If no one requested this, the account may be in danger: inform a super admin.'],
  })
}
