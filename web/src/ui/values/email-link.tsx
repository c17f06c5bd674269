import { shownEmail } from '../../lib/shown-email.ts'

/** A link that opens the email client; plain text if it is not an email address. */
export function EmailLink({ email }: { email: string }) {
  const href = mailtoUrl(email)
  const shown = shownEmail(email)
  if (href === undefined)
    return (
      <span title={shown} translate="no">
        {shown}
      </span>
    )
  return (
    <a className="link link-quiet" href={href} title={shown} translate="no">
      {shown}
    </a>
  )
}

/**
 * RFC 5322 without quoted parts, which may contain separators of recipients; letters of all scripts, as in RFC 6531.
 */
const address = /^([\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+)@((?:[\p{L}\p{M}\p{N}-]+\.)+[\p{L}\p{M}\p{N}-]+)$/u

/** Encodes both parts, so that nothing in them adds a recipient or a field. */
export function mailtoUrl(email: string): string | undefined {
  const [, local, domain] = address.exec(email) ?? []
  if (local === undefined || domain === undefined) return undefined
  return `mailto:${encodeURIComponent(local)}@${encodeURIComponent(domain)}`
}
