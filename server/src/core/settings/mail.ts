import path from 'node:path'
import { toStoredEmail, trimInvisible } from '@health-console/contract/values/email-address.ts'
import { ConfigError } from './config-error.ts'
import { isDecodable } from './is-decodable.ts'

export type SmtpSettings = {
  host: string
  port: number
  /** `implicit` is smtps. With `starttls` the server must offer it. */
  tls: 'implicit' | 'starttls' | 'off'
  credentials: { user: string; password: string } | undefined
}

const defaultPorts = { 'smtp:': 587, 'smtps:': 465 }

type MailEnvironment = {
  MAIL_DELIVERY: 'on' | 'off'
  SMTP_URL?: string | undefined
  MAIL_FROM?: string | undefined
  DATA_DIR: string
  PRODUCT_NAME: string
}

/**
 * Email is sent by SMTP, not sent, or written to files. A public console may not use files, because its users would
 * never receive any email.
 */
export function readMail(env: MailEnvironment, isReal: boolean) {
  if (env.MAIL_DELIVERY === 'off') return { method: 'off' } as const
  if (env.SMTP_URL !== undefined) {
    const smtp = readSmtpUrl(env.SMTP_URL)
    if (typeof smtp === 'string') throw new ConfigError(`SMTP_URL ${smtp}`)
    return { method: 'smtp', smtp } as const
  }
  if (isReal) {
    throw new ConfigError(
      'SMTP_URL must be set (smtp://user:password@host:587 or smtps://...), or MAIL_DELIVERY=off to run without email',
    )
  }
  return { method: 'files', directory: path.join(path.resolve(env.DATA_DIR), 'mail') } as const
}

/** The sender of the emails. */
export function readSender(env: MailEnvironment, hostname: string) {
  if (env.MAIL_FROM === undefined) return { name: env.PRODUCT_NAME, address: `no-reply@${hostname}` }
  const from = parseSender(env.MAIL_FROM)
  if (from === undefined)
    throw new ConfigError('MAIL_FROM must be an email address, or look like: Name <address@example.org>')
  return { name: from.name || env.PRODUCT_NAME, address: from.address }
}

/** Parses `smtp://user:password@host:port` or `smtps://...`. @returns the end of an error message if it is invalid */
export function readSmtpUrl(text: string): SmtpSettings | string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || url.hostname === '')
    return 'must look like smtp://user:password@host:587 or smtps://user:password@host:465, and have % written as %25, @ as %40, / as %2F, # as %23 and ? as %3F in user and password'
  if (!['', '/'].includes(url.pathname) || url.hash !== '') return 'must not have a path'
  const withoutTls = url.search === '?tls=off'
  if (url.search !== '' && !withoutTls) return 'allows only one parameter: ?tls=off'
  if (withoutTls && url.protocol === 'smtps:') return 'cannot have ?tls=off with smtps://'
  if (![url.username, url.password].every(isDecodable)) return 'must have % in its user and password written as %25'
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? defaultPorts[url.protocol] : Number(url.port),
    tls: url.protocol === 'smtps:' ? 'implicit' : withoutTls ? 'off' : 'starttls',
    credentials:
      url.username === ''
        ? undefined
        : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
  }
}

/** Parses `address@example.org` or `Name <address@example.org>`. */
export function parseSender(text: string): { name: string; address: string } | undefined {
  const match = /^\s*(?:"?([^"<>\r\n]*?)"?\s*<([^<>\s]+)>|([^<>\s]+))\s*$/.exec(text)
  const typed = trimInvisible(match?.[2] ?? match?.[3] ?? '')
  const address = /^[\w.+-]+@localhost$/.test(typed) ? typed : toStoredEmail(typed)
  return address === undefined ? undefined : { name: (match?.[1] ?? '').trim(), address }
}
