import type { Config } from '../../core/config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'
import { formatTimestamp } from './timestamp.ts'

type Act = { atMs: number }

export const notMe = 'If this wasn’t you, set a new password and tell a super admin.'

export function secondFactorSetMail({ productName }: Config, { atMs }: Act): MailContent {
  return renderMail(productName, {
    subject: `Two-step sign-in was turned on in ${productName}`,
    paragraphs: [
      `Two-step sign-in was turned on for your account on ${formatTimestamp(atMs)}, with codes from an authenticator app. You’ve been signed out on your other devices.`,
      'Keep the recovery codes where you can find them without your phone.',
    ],
    notes: [notMe],
  })
}

export function secondFactorRemovedMail({ productName }: Config, { atMs }: Act): MailContent {
  return renderMail(productName, {
    subject: `Two-step sign-in was turned off in ${productName}`,
    paragraphs: [
      `Two-step sign-in was turned off on ${formatTimestamp(atMs)}. Signing in no longer takes a second step.`,
    ],
    notes: [notMe],
  })
}

/** Used if there is another second factor. */
export function appRemovedMail({ productName }: Config, { atMs }: Act): MailContent {
  return renderMail(productName, {
    subject: `Your authenticator app was removed in ${productName}`,
    paragraphs: [`Your authenticator app was removed on ${formatTimestamp(atMs)}. Its codes no longer work.`],
    notes: [notMe],
  })
}

export function recoveryCodesRenewedMail({ productName }: Config, { atMs }: Act): MailContent {
  return renderMail(productName, {
    subject: `Your ${productName} recovery codes were replaced`,
    paragraphs: [
      `New recovery codes were created for your account on ${formatTimestamp(atMs)}. The previous codes no longer work.`,
    ],
    notes: [notMe],
  })
}

export function recoveryCodeUsedMail({ productName }: Config, { atMs, left }: Act & { left: number }): MailContent {
  return renderMail(productName, {
    subject: `A recovery code was used in ${productName}`,
    paragraphs: [
      `One of your recovery codes was used to sign in on ${formatTimestamp(atMs)}. You have ${left} ${left === 1 ? 'code' : 'codes'} left.`,
      'If you’ve lost your app or passkey, set up another one in Settings.',
    ],
    notes: [notMe],
  })
}

/** Sent to the admin, and to all super admins: undoing an email change removed the last factor. */
export function secondFactorLostMail({ productName }: Config, { atMs, person }: Act & { person: string }): MailContent {
  return renderMail(productName, {
    subject: `Action needed: ${person} is locked out of ${productName}`,
    paragraphs: [
      `On ${formatTimestamp(atMs)} the change of ${person}’s email address was undone. All passkeys and authenticator apps that someone else may have added were removed, and none are left. Until a super admin resets two-step sign-in, ${person} can only sign in with an older recovery code.`,
      `Super admins: verify by phone or in person that the request comes from ${person}. Then open Admins, Sessions, Reset two-step sign-in.`,
    ],
    notes: ['Your system administrator can also reset it.'],
  })
}

/** Sent to the admin, and to all super admins. */
export function secondFactorResetMail(
  { productName }: Config,
  { atMs, person, by }: Act & { person: string; by: string },
): MailContent {
  return renderMail(productName, {
    subject: `${person}’s two-step sign-in was reset in ${productName}`,
    paragraphs: [
      `On ${formatTimestamp(atMs)} ${by} reset ${person}’s two-step sign-in and signed them out everywhere. Until it’s set up again, signing in takes no second step.`,
    ],
    notes: ['If this wasn’t requested, the account may be compromised: tell a super admin.'],
  })
}
