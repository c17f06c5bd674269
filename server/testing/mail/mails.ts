import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import PostalMime, { type Email } from 'postal-mime'
import { createMailTransport } from '../../src/mail/create-transport.ts'
import { deliverDueMails } from '../../src/mail/deliver-mails.ts'
import { processRecoveryRequests } from '../../src/features/staff/links/request-recovery.ts'
import type { TestApp } from '../build-app.ts'

export type KeptMail = { file: string; kind: string; to: string; subject: string; text: string; html: string }

/**
 * Runs the background work for emails, then reads every saved email, oldest first.
 * Several are sent at the same time, so that only their IDs say which was written first, not their files.
 */
export async function keptMails({ context, logLines }: TestApp): Promise<KeptMail[]> {
  const { mail } = context.config
  if (mail.method !== 'files') throw new Error('this server does not keep its mails')
  const logger = pino({ level: 'trace' }, { write: (line: string) => logLines.push(line) })
  const transport = await createMailTransport(context, logger)
  await processRecoveryRequests(context)
  if (transport) await deliverDueMails(context, transport, logger)
  transport?.close()

  const mails: (KeptMail & { id: string })[] = []
  for (const file of listEmls(mail.directory)) {
    const email: Email = await PostalMime.parse(readFileSync(path.join(mail.directory, file)))
    mails.push({
      id: email.messageId ?? '',
      file,
      kind: file.replace(/^.*Z-(.+)\.eml$/, '$1'),
      to: email.to?.[0]?.address ?? '',
      subject: email.subject ?? '',
      text: email.text ?? '',
      html: email.html ?? '',
    })
  }
  return mails.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(({ id, ...mail }) => mail)
}

/** The newest email of a kind to an address. @throws if there is none */
export async function mailTo(testApp: TestApp, kind: string, email: string): Promise<KeptMail> {
  // Sending lower-cases the domain.
  const isIt = (each: KeptMail) => each.kind === kind && each.to.toLowerCase() === email.toLowerCase()
  const mail = (await keptMails(testApp)).findLast(isIt)
  if (!mail) throw new Error(`no ${kind} mail to ${email}`)
  return mail
}

/** The secret in the link of an email. */
export function secretIn({ text }: Pick<KeptMail, 'text'>): string {
  const secret = /\?id=([\w-]+)/.exec(text)?.[1]
  if (secret === undefined) throw new Error(`no link in: ${text}`)
  return secret
}

function listEmls(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith('.eml'))
      .sort()
  } catch {
    return []
  }
}
