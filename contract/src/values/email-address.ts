import { hyphens, toAsciiDigits } from './typed-text.ts'

/** The characters of RFC 5322 without quoted strings, which mail servers reject and users mistype. */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/**
 * Characters that would end the host of a URL, or that would be decoded in it, and invisible ones, which it would drop.
 * The URL's own rules decide where joiners may be.
 */
const unfitForHost = /[\s\/\\?#@:\[\]%[\p{DI}--[\u200C\u200D]]]/v

/** Mail servers need an extension (SMTPUTF8) for other letters before the @, and few support it. */
export const foreignLocalPart = 'The part before the @ can only have letters from a to z'

export const invisibleInEmail = 'The email address contains an invisible character. Type it instead of pasting it'

/** A function that removes characters at both ends. @param atEnds their class, as the source of an expression */
export function trimmerOf(atEnds: string): (text: string) => string {
  const between = new RegExp(`^${atEnds}*(?<rest>.*(?!${atEnds}).)?${atEnds}*$`, 'sv')
  return (text) => between.exec(text)?.groups?.['rest'] ?? ''
}

/** Removes white space and invisible characters at both ends, which copied text often has. */
export const trimInvisible = trimmerOf(String.raw`[\s\p{DI}]`)

/**
 * A typed or pasted address as a plain keyboard writes it: in one width, with "-" for every dash, with digits from 0 to
 * 9 before the @, and without white space or invisible characters at its ends.
 */
export function toPlainEmail(text: string): string {
  const typed = trimInvisible(text).normalize('NFKC').replaceAll(hyphens, '-')
  const at = Math.max(typed.lastIndexOf('@'), 0)
  // Digits of a script are part of domains in that script.
  return toAsciiDigits(typed.slice(0, at)) + typed.slice(at)
}

/** Why a text, trimmed at both ends, is not an email address. */
export function explainEmail(text: string): string {
  if (/\p{DI}/u.test(text)) return invisibleInEmail
  return hasForeignLocalPart(text) ? foreignLocalPart : 'Invalid email address'
}

/**
 * An email address as it is stored and compared: the domain in lower-case ASCII (IDNA), because "müller.de" and
 * "xn--mller-kva.de" are one domain. Undefined if the text is not an address.
 */
export function toStoredEmail(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const domain = at < 1 ? undefined : toAsciiDomain(text.slice(at + 1))
  const isAddress = domain !== undefined && local.length <= 64 && localPart.test(local)
  return isAddress ? `${local}@${domain}` : undefined
}

/** Whether letters of other scripts before the @ are the only reason why this is not an address. */
function hasForeignLocalPart(text: string): boolean {
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
  // A numeric host, such as 10.0.0.1, has only digits in its last label.
  return isDomain && /^(?=.*[a-z])..+$/.test(labels.at(-1) ?? '') ? domain : undefined
}
