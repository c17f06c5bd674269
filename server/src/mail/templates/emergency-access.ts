import type { Config } from '../../config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'
import { formatTimestamp } from './timestamp.ts'

const acts = {
  'signed-in': 'signed in by emergency access',
  'link-made': 'got a link for a new password from the operator, for emergency access',
}

/** To all super admins. */
export function emergencyAccessMail(
  { productName }: Config,
  { atMs, person, act }: { atMs: number; person: string; act: keyof typeof acts },
): MailContent {
  return renderMail(productName, {
    subject: `Emergency access to ${productName}`,
    paragraphs: [
      `On ${formatTimestamp(atMs)} ${person} ${acts[act]}. All others sign in by single sign-on.`,
      'One of you should know why. What was done since is in the audit log.',
    ],
    notes: ['If none of you knows why, the account may be in danger: end its sessions and inform the operator.'],
  })
}
