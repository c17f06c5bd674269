import type { Config } from '../../config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'
import { formatTimestamp } from './timestamp.ts'
import { notMe } from './second-factor.ts'

type Act = { atMs: number; name: string }

/** @param isFirst whether it is the person's first factor, for which recovery codes are issued */
export function passkeyAddedMail(
  { productName }: Config,
  { atMs, name, isFirst }: Act & { isFirst: boolean },
): MailContent {
  return renderMail(productName, {
    subject: `A passkey was added in ${productName}`,
    paragraphs: [
      `Since ${formatTimestamp(atMs)} the passkey “${name}” signs in to your account. Where you were signed in elsewhere, you have to sign in again.`,
      ...(isFirst
        ? [
            'The password alone does not sign in any more. Keep the recovery codes where you can find them without your phone or computer.',
          ]
        : []),
    ],
    notes: [notMe],
  })
}

/** If there is another second factor. */
export function passkeyRemovedMail({ productName }: Config, { atMs, name }: Act): MailContent {
  return renderMail(productName, {
    subject: `A passkey was removed in ${productName}`,
    paragraphs: [`Since ${formatTimestamp(atMs)} the passkey “${name}” does not sign in to your account any more.`],
    notes: [notMe],
  })
}
