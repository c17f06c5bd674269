import type { Config } from '../../core/config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'
import { formatTimestamp } from './timestamp.ts'

const acts = {
  'signed-in': 'signed in by emergency access',
  'link-made': 'was given an emergency link by the system administrator to set a new password',
}

/** Sent to all super admins. */
export function emergencyAccessMail(
  { productName }: Config,
  { atMs, person, act }: { atMs: number; person: string; act: keyof typeof acts },
): MailContent {
  return renderMail(productName, {
    subject: `Emergency access to ${productName}`,
    paragraphs: [
      `On ${formatTimestamp(atMs)} ${person} ${acts[act]}. Sign-in is meant to use single sign-on, except in an emergency.`,
      'Check that this was expected, and review the audit log.',
    ],
    notes: [
      'If it wasn’t, the account may be compromised: sign it out everywhere (Admins, Sessions) and tell your system administrator.',
    ],
  })
}
