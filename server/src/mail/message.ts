import type { ClaimedMail } from './outbox.ts'

export type Sender = { name: string; address: string }

/** The mail in nodemailer's form. Its Message-ID stays the same when it has to be sent again. */
export function toMessage(mail: ClaimedMail, from: Sender) {
  return {
    from,
    // As an object: a list in the text of an address would otherwise become several recipients.
    to: { name: '', address: mail.recipient },
    subject: mail.content.subject,
    text: mail.content.text,
    html: mail.content.html,
    date: new Date(mail.createdAtMs),
    messageId: `<${mail.id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
