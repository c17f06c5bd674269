import { shownName } from '@health-console/contract/values/text.ts'
import type { Config } from '../../core/config.ts'
import type { MailContent } from '../outbox.ts'
import { renderMail } from './layout.ts'

type AboutVersion = { type: string; name: string; version: number; by: string }

/** Sent to everyone who may approve a version. */
export function approvalRequestMail(
  { productName, publicUrl }: Config,
  { type, name, version, filename, by }: AboutVersion & { filename: string },
): MailContent {
  return renderMail(productName, {
    subject: `${name} version ${version} is awaiting approval`,
    paragraphs: [
      `${shownName(by, 'An admin')} has uploaded ${filename} as version ${version} of ${name}.`,
      'It isn’t available until another admin approves it. Review what has changed from the current version, then approve or reject it.',
    ],
    action: { label: `Review version ${version}`, url: `${publicUrl}/files?review=${type}` },
    notes: ['Sent to everyone who can approve it. One approval is enough.'],
  })
}

/** Sent to the uploader. */
export function rejectedVersionMail(
  { productName, publicUrl }: Config,
  { name, version, reason, by }: AboutVersion & { reason: string },
): MailContent {
  return renderMail(productName, {
    subject: `${name} version ${version} was rejected`,
    paragraphs: [
      `${shownName(by, 'An admin')} rejected version ${version} of ${name}, which you uploaded: “${reason}”`,
      'The current version stays in use. To try again, upload another version.',
    ],
    action: { label: 'Open Files', url: `${publicUrl}/files` },
    notes: [],
  })
}

/** Sent to all super admins. */
export function publishedAloneMail(
  { productName, publicUrl }: Config,
  { name, version, reason }: Omit<AboutVersion, 'by'> & { reason: string },
): MailContent {
  return renderMail(productName, {
    subject: `${name} version ${version} was published without a second approval`,
    paragraphs: [
      `The system administrator published version ${version} of ${name} without waiting for an approval. The reason: “${reason}”`,
      'If this wasn’t agreed, ask the system administrator who ran the command, and restore the previous version.',
    ],
    action: { label: 'Open Files', url: `${publicUrl}/files` },
    notes: ['Sent to all super admins.'],
  })
}

const doubts = {
  invited: 'One of the two had invited the other less than 30 days earlier.',
  browser: 'This admin used a browser in which the uploader has also signed in.',
}

/** Sent to all super admins. */
export function doubtedApprovalMail(
  { productName, publicUrl }: Config,
  { name, version, by, doubt }: AboutVersion & { doubt: keyof typeof doubts },
): MailContent {
  return renderMail(productName, {
    subject: `Check who approved ${name} version ${version}`,
    paragraphs: [
      `${shownName(by, 'An admin')} approved version ${version} of ${name}, which is now current. ${doubts[doubt]}`,
      'Make sure that two people have seen this version. If one person has both accounts, restore the previous version and revoke the second account.',
    ],
    action: { label: 'Open Files', url: `${publicUrl}/files` },
    notes: ['Sent to all super admins.'],
  })
}
