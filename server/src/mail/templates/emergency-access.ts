import type { Config } from '../../config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'
import { formatMoment } from './moment.ts'

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
      `On ${formatMoment(atMs)} ${person} ${acts[act]}. Everybody else signs in by single sign-on.`,
      'One of you should know why. What was done since is in the access record.',
    ],
    notes: ['If nobody knows why, the account may be in danger: end its sessions and tell the operator.'],
  })
}
