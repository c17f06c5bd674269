import { createTransport } from 'nodemailer'
import { type Sender, toMessage } from './message.ts'
import type { SmtpSettings } from '../settings/mail.ts'
import { DeliveryError, type Transport } from './transport.ts'

const connections = 3

/** Sends by SMTP over a small connection pool. Nothing is sent unencrypted without `?tls=off`. */
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
    // The message may have been accepted before the connection broke: the outbox decides whether to retry.
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
    async check() {
      try {
        await pool.verify()
      } catch (error) {
        throw toDeliveryError(error)
      }
    },
    close: () => pool.close(),
  }
}

/**
 * Only a refusal of this recipient or this message is final. If the sign-in or the sender is refused, the mail waits
 * until the operator has fixed it.
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
