/** The characters of RFC 5322 without quoted texts, which mail servers reject and people mistype. */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** What would end the host of a URL, or be decoded in it. */
const unfitForHost = /[\s/\\?#@:[\]%]/

/** Mail servers need an extension for other letters before the @ (SMTPUTF8), which few have. */
export const foreignLocalPart = 'The part before the @ can only have letters from a to z'

/**
 * An email address as it is stored and compared: the domain in lower-case ASCII (IDNA), because "müller.de" and
 * "xn--mller-kva.de" are one domain. Undefined for what is not an address.
 */
export function toStoredEmail(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const domain = at < 1 ? undefined : toAsciiDomain(text.slice(at + 1))
  const isAddress = domain !== undefined && local.length <= 64 && localPart.test(local)
  return isAddress ? `${local}@${domain}` : undefined
}

/** Whether only letters of other scripts before the @ keep this from being an address. */
export function hasForeignLocalPart(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  const inAscii = local.replaceAll(/[^\0-\x7f]/gu, 'a')
  return inAscii !== local && toStoredEmail(inAscii + text.slice(at)) !== undefined
}

function toAsciiDomain(text: string): string | undefined {
  if (unfitForHost.test(text) || !URL.canParse(`http://${text}`)) return undefined
  const domain = new URL(`http://${text}`).hostname
  const labels = domain.split('.')
  const isDomain = labels.length > 1 && domain.length <= 253 && labels.every((each) => label.test(each))
  // A name for a machine, such as 10.0.0.1, has only digits at its end.
  return isDomain && /^(?=.*[a-z])..+$/.test(labels.at(-1) ?? '') ? domain : undefined
}
