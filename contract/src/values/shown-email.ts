/** Scripts with letters that may look like those of others. Scripts that are written together count as one. */
const scripts = [
  /^\p{scx=Latin}+$/u,
  /^\p{scx=Greek}+$/u,
  /^\p{scx=Cyrillic}+$/u,
  /^\p{scx=Armenian}+$/u,
  /^\p{scx=Hebrew}+$/u,
  /^\p{scx=Arabic}+$/u,
  /^\p{scx=Devanagari}+$/u,
  /^\p{scx=Bengali}+$/u,
  /^\p{scx=Thai}+$/u,
  /^\p{scx=Georgian}+$/u,
  /^\p{scx=Hangul}+$/u,
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+$/u,
]

/**
 * A stored email address as it is shown: the domain is in Unicode if all its letters are of one known script, and
 * otherwise in its "xn--" form, because letters of two scripts can look alike, and so can symbols and a slash or a full
 * stop.
 */
export function shownEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  if (!domain.includes('xn--')) return email
  const shown = domain
    .split('.')
    .map((each) => (each.startsWith('xn--') ? decodePunycode(each.slice(4)) : each))
    .join('.')
  const letters = shown.replaceAll(/[0-9.-]/g, '')
  const isReadable = /^[\p{L}\p{M}]+$/u.test(letters) && scripts.some((script) => script.test(letters))
  return isReadable && isDomain(shown, domain) ? `${email.slice(0, at)}@${shown}` : email
}

/** Whether this Unicode domain encodes to this ASCII domain. */
const isDomain = (shown: string, ascii: string) =>
  URL.canParse(`http://${shown}`) && new URL(`http://${shown}`).hostname === ascii

/**
 * Decodes a label: https://www.rfc-editor.org/rfc/rfc3492#section-6.2. A label that cannot be decoded becomes empty.
 */
function decodePunycode(text: string): string {
  const [base, tMin, tMax, skew, damp] = [36, 1, 26, 38, 700]
  const delimiter = text.lastIndexOf('-')
  const output = text.slice(0, Math.max(delimiter, 0)).split('')
  let [code, bias, index, at] = [128, 72, 0, delimiter + 1]
  while (at < text.length) {
    const before = index
    for (let weight = 1, k = base; ; k += base) {
      const digit = digitOf(text.charCodeAt(at))
      at += 1
      if (digit === undefined) return ''
      index += digit * weight
      const threshold = Math.min(Math.max(k - bias, tMin), tMax)
      if (digit < threshold) break
      weight *= base - threshold
    }
    const length = output.length + 1
    let delta = before === 0 ? Math.floor((index - before) / damp) : Math.floor((index - before) / 2)
    delta += Math.floor(delta / length)
    let k = 0
    for (; delta > ((base - tMin) * tMax) / 2; k += base) delta = Math.floor(delta / (base - tMin))
    bias = k + Math.floor(((base - tMin + 1) * delta) / (delta + skew))
    code += Math.floor(index / length)
    index %= length
    if (code > 0x10_ff_ff) return ''
    output.splice(index, 0, String.fromCodePoint(code))
    index += 1
  }
  return output.join('')
}

/** a to z are 0 to 25, 0 to 9 are 26 to 35. */
function digitOf(code: number): number | undefined {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61
  return code >= 0x30 && code <= 0x39 ? code - 0x16 : undefined
}
