import { shownName } from '@health-console/contract/text.ts'
import type { Config } from '../../config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'

type AboutVersion = { type: string; name: string; version: number; by: string }

/** To everyone who may approve a version. */
export function stagedVersionMail(
  { productName, publicUrl }: Config,
  { type, name, version, filename, by }: AboutVersion & { filename: string },
): MailContent {
  return renderMail(productName, {
    subject: `${name} version ${version} waits for approval`,
    paragraphs: [
      `${shownName(by, 'An admin')} has uploaded ${filename} as version ${version} of ${name}.`,
      'It is not served until another admin approves it. Look at what differs from the current version, and approve or refuse it.',
    ],
    action: { label: `Review version ${version}`, url: `${publicUrl}/files?review=${type}` },
    notes: ['Every admin who can approve it gets this mail once. One of them has to.'],
  })
}

/** To the uploader. */
export function refusedVersionMail(
  { productName, publicUrl }: Config,
  { name, version, reason, by }: AboutVersion & { reason: string },
): MailContent {
  return renderMail(productName, {
    subject: `${name} version ${version} was refused`,
    paragraphs: [
      `${shownName(by, 'An admin')} has refused version ${version} of ${name}, which you uploaded: “${reason}”`,
      'The current version is still served. To try again, upload another version.',
    ],
    action: { label: 'Open Files', url: `${publicUrl}/files` },
    notes: [],
  })
}

/** To all super admins. */
export function publishedAloneMail(
  { productName, publicUrl }: Config,
  { name, version, reason }: Omit<AboutVersion, 'by'> & { reason: string },
): MailContent {
  return renderMail(productName, {
    subject: `${name} version ${version} was published without a second person`,
    paragraphs: [
      `The operator has made version ${version} of ${name} current with the command publish --alone. The reason: “${reason}”`,
      'If this was not agreed, go back to the version before it, and find out who used the command.',
    ],
    action: { label: 'Open Files', url: `${publicUrl}/files` },
    notes: ['All super admins get this mail.'],
  })
}

const doubts = {
  invited: 'One of this admin and the uploader has invited the other, less than 30 days ago.',
  browser: 'This admin used a browser in which the uploader has signed in, too.',
}

/** To all super admins. */
export function doubtedApprovalMail(
  { productName, publicUrl }: Config,
  { name, version, by, doubt }: AboutVersion & { doubt: keyof typeof doubts },
): MailContent {
  return renderMail(productName, {
    subject: `Check who approved ${name} version ${version}`,
    paragraphs: [
      `${shownName(by, 'An admin')} has approved version ${version} of ${name}, which is current now. ${doubts[doubt]}`,
      'Make sure that two people have seen the version. If one person has both accounts, go back to the version before it and revoke the second account.',
    ],
    action: { label: 'Open Files', url: `${publicUrl}/files` },
    notes: ['All super admins are emailed.'],
  })
}
