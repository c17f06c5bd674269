import type { TakenMail } from './outbox.ts'

export type Sender = { name: string; address: string }

/** The email in nodemailer's format. Its Message-ID stays the same if it is sent again. */
export function toMessage(mail: TakenMail, from: Sender) {
  return {
    from,
    // This is an object, because nodemailer would parse a list in a text as several recipients.
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
