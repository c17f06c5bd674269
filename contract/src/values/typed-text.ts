const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text)

/** Signs that read as a hyphen: dashes of all scripts, and minus signs. */
export const hyphens = /[\p{Pd}\u02D7\u2043\u2212\u2796\uFE63\uFF0D]/gu

/** Signs that separate the items of a typed list: the commas of Latin, Arabic and East Asian keyboards. */
export const comma = /[,،、﹐﹑，､]/u

/** Digits of any script as those from 0 to 9. */
export function toAsciiDigits(text: string): string {
  return isAscii(text) ? text : text.replaceAll(/\p{Nd}/gu, (digit) => String(valueOfDigit(digit.codePointAt(0) ?? 0)))
}

/** The ten digits of a script follow each other, and the first one has no digit, or those of another script, before it. */
function valueOfDigit(code: number): number {
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return before % 10
}

/**
 * A typed or pasted ID, number or date as a plain keyboard writes it: in one width, with digits from 0 to 9, with "-"
 * for every dash, and without invisible characters or white space at its ends.
 */
export function toPlainInput(text: string): string {
  if (isAscii(text)) return text.trim()
  return toAsciiDigits(text.normalize('NFKC'))
    .replaceAll(hyphens, '-')
    .replaceAll(/\p{DI}/gu, '')
    .trim()
}

/** The letters and digits of a typed or pasted code, in lower case. */
export const toPlainCode = (text: string) =>
  toPlainInput(text)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
