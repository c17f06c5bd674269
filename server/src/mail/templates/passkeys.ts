import type { Config } from '../../core/config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'
import { formatTimestamp } from './timestamp.ts'
import { notMe } from './second-factor.ts'

type Act = { atMs: number; name: string }

/** @param isFirst whether it is the admin's first factor, for which recovery codes are issued */
export function passkeyAddedMail(
  { productName }: Config,
  { atMs, name, isFirst }: Act & { isFirst: boolean },
): MailContent {
  return renderMail(productName, {
    subject: `A passkey was added in ${productName}`,
    paragraphs: [
      `The passkey “${name}” was added to your account on ${formatTimestamp(atMs)}. You’ve been signed out on your other devices.`,
      ...(isFirst
        ? [
            'You can no longer sign in with just your password. Keep the recovery codes where you can find them without your phone or computer.',
          ]
        : []),
    ],
    notes: [notMe],
  })
}

/** Used if there is another second factor. */
export function passkeyRemovedMail({ productName }: Config, { atMs, name }: Act): MailContent {
  return renderMail(productName, {
    subject: `A passkey was removed in ${productName}`,
    paragraphs: [
      `The passkey “${name}” was removed from your account on ${formatTimestamp(atMs)}. It no longer signs you in.`,
    ],
    notes: [notMe],
  })
}
