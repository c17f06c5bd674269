import { createTransport } from 'nodemailer'
import { type Sender, toMessage } from './message.ts'
import type { SmtpSettings } from '../settings/mail.ts'
import { DeliveryError, type Transport } from './transport.ts'

const connections = 3

/** Sends by SMTP over a few kept connections. Without `?tls=off` nothing is said over an unencrypted one. */
export function createSmtpTransport({ host, port, tls, credentials }: SmtpSettings, from: Sender): Transport {
  const pool = createTransport({
    pool: true,
    maxConnections: connections,
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    ...(credentials && { auth: { user: credentials.user, pass: credentials.password } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    idleTimeout: 30_000,
    // A connection that breaks after the message may have been taken: trying again is the outbox's to decide.
    maxRequeues: 0,
  })
  return {
    async send(mail) {
      try {
        await pool.sendMail(toMessage(mail, from))
      } catch (error) {
        throw toDeliveryError(error)
      }
    },
    close: () => pool.close(),
  }
}

/**
 * Only what the mail server says about this recipient or this message ends a mail for good: a refused sign-in or
 * sender is the operator's to mend, and the mail waits for it.
 */
function toDeliveryError(error: unknown): DeliveryError {
  const {
    code = 'unknown',
    responseCode,
    command = '',
  } = error as { code?: string; responseCode?: number; command?: string }
  const reason = [code, command, responseCode].filter(Boolean).join(' ')
  const isAboutTheMail = command === 'RCPT TO' || command === 'DATA'
  if (!isAboutTheMail || responseCode === undefined) return new DeliveryError('unreachable', reason)
  return new DeliveryError(responseCode >= 500 ? 'refused' : 'deferred', reason)
}
