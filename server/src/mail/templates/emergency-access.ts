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

/** To all super admins, after an upgrade. */
export function unusableLinksMail(
  { productName }: Config,
  { atMs, people }: { atMs: number; people: string[] },
): MailContent {
  return renderMail(productName, {
    subject: `Links to single sign-on were removed in ${productName}`,
    paragraphs: [
      `These accounts were linked to a person whom the provider of single sign-on did not identify, so that several people may have signed in to one of them: ${people.join(', ')}. On ${formatTimestamp(atMs)} their links were removed and their sessions ended.`,
      'Look in the audit log at what was done in these accounts, and at their second factors. Then make the provider send a subject (sub) for each person: the next sign-in links the account again.',
    ],
    notes: ['If such an account is a super admin, review who has access.'],
  })
}
