import * as z from 'zod/mini'

export type SmtpSettings = {
  host: string
  port: number
  /** TLS from the first byte (smtps); otherwise STARTTLS, which the mail server must then offer, or nothing. */
  tls: 'implicit' | 'starttls' | 'off'
  credentials: { user: string; password: string } | undefined
}

const defaultPorts = { 'smtp:': 587, 'smtps:': 465 }

/** Reads `smtp://user:password@host:port` or `smtps://...`. @returns a sentence when it cannot be used */
export function readSmtpUrl(text: string): SmtpSettings | string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || url.hostname === '')
    return 'must look like smtp://user:password@host:587 or smtps://user:password@host:465'
  if (!['', '/'].includes(url.pathname) || url.hash !== '') return 'must not have a path'
  const withoutTls = url.search === '?tls=off'
  if (url.search !== '' && !withoutTls) return 'knows one parameter only: ?tls=off'
  if (withoutTls && url.protocol === 'smtps:') return 'cannot have ?tls=off with smtps://'
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

/** Reads `address@example.org` or `Name <address@example.org>`. */
export function readMailAddress(text: string): { name: string; address: string } | undefined {
  const match = /^\s*(?:"?([^"<>\r\n]*?)"?\s*<([^<>\s]+)>|([^<>\s]+))\s*$/.exec(text)
  const address = match?.[2] ?? match?.[3] ?? ''
  return z.regexes.email.test(address) || /^[^@\s]+@localhost$/.test(address)
    ? { name: (match?.[1] ?? '').trim(), address }
    : undefined
}
