import { isIP } from 'node:net'

/**
 * The sentence about `ALLOWED_ORIGINS` that certainly are on another site than the console, whose pages never send its
 * cookie. Hosts that share their last two labels may be on one site: that depends on a list of domains that browsers
 * have.
 */
export function describeOtherSites(publicUrl: string, origins: readonly string[]): string[] {
  const others = origins.filter((origin) => siteOf(origin) !== siteOf(publicUrl))
  if (others.length === 0) return []
  return [
    `ALLOWED_ORIGINS contains ${others.join(', ')}, on another site than PUBLIC_URL (${publicUrl}): browsers do not send the session’s cookie (SameSite=Lax) from there, so pages there cannot stay signed in. Serve them on the site of PUBLIC_URL, or remove them`,
  ]
}

/** A part of the site: the scheme and the last two labels of the host, or the whole IP address. */
function siteOf(origin: string): string {
  const { protocol, hostname } = new URL(origin)
  const isAddress = isIP(hostname) > 0 || hostname.startsWith('[')
  return `${protocol}//${isAddress ? hostname : hostname.split('.').slice(-2).join('.')}`
}
