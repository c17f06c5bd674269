import { createTransport } from 'nodemailer'
import { errorCode } from '../core/disk/error-code.ts'
import { type Sender, toMessage } from './message.ts'
import type { SmtpSettings } from '../core/settings/mail.ts'
import { DeliveryError, type Transport } from './transport.ts'

const connections = 3

/** Sends by SMTP over a small connection pool. Nothing is sent unencrypted without `?tls=off`. */
export function createSmtpTransport(settings: SmtpSettings, from: Sender): Transport {
  const { host, port, tls, credentials } = settings
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
        throw toDeliveryError(error, settings)
      }
    },
    async check() {
      try {
        await pool.verify()
      } catch (error) {
        throw toDeliveryError(error, settings)
      }
    },
    close: () => pool.close(),
  }
}

type SmtpError = { code?: string; responseCode?: number; command?: string }

/**
 * Only a rejection of this recipient or this message is final. If the sign-in or the sender is rejected, the email
 * waits until the system administrator has fixed it.
 */
function toDeliveryError(error: unknown, settings: SmtpSettings): DeliveryError {
  const { code = 'unknown', responseCode, command = '' }: SmtpError = Object(error)
  const reason = [code, command, responseCode].filter(Boolean).join(' ')
  const isAboutTheMail = command === 'RCPT TO' || command === 'DATA'
  if (isAboutTheMail && responseCode !== undefined)
    return new DeliveryError(responseCode >= 500 ? 'rejected' : 'deferred', reason)
  const words = explainConnection(error, settings)
  return new DeliveryError('unreachable', words === undefined ? reason : `${reason}: ${words}`)
}

/**
 * Why no email can be sent, and what to do. It never contains a text of the server, which may contain an email address.
 */
function explainConnection(error: unknown, { host, port, tls }: SmtpSettings): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { message } = error
  const code = errorCode(error)
  const place = `${host}:${port}`
  const isCertificate = /certificate|altnames|self.signed|CERT_|UNABLE_TO_VERIFY/i.test(`${code} ${message}`)
  if (isCertificate)
    return `the certificate of ${place} is rejected (${message}). Use the host name in the certificate, or set NODE_EXTRA_CA_CERTS to its authority`
  if (code === 'EAUTH')
    return `${place} rejects the sign-in. Check user and password in SMTP_URL, where % is written as %25`
  if (/wrong version number|packet length too long/i.test(message))
    return `${place} does not use TLS from the start. Write smtp:// instead of smtps://, or use the port for smtps://`
  if (/STARTTLS/i.test(message) || code === 'ETLS')
    return `${place} offers no TLS (STARTTLS). Use smtps:// and its port, or ?tls=off if the network is safe`
  if (/ECONNREFUSED/.test(message)) return `nothing listens at ${place}. Check host and port in SMTP_URL`
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(message))
    return `the name ${host} is unknown here. Check it and the DNS`
  if (/greeting never received|timeout|ETIMEDOUT/i.test(`${code} ${message}`))
    return `${place} does not respond${tls === 'implicit' ? '' : ', or waits for TLS (smtps://)'}. Check port and firewall`
  return undefined
}
