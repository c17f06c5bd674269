import { foldText } from '@health-console/contract/text.ts'

/**
 * A key whose comparison byte by byte gives natural order: "9" before "10", ignoring case and accents. Each run of
 * digits is prefixed with its length.
 */
export function naturalKey(text: string): string {
  return foldText(text).replaceAll(/\d+/g, (digits) => {
    const significant = digits.replace(/^0+(?=\d)/, '')
    return `0${String.fromCharCode(significant.length)}${significant}`
  })
}
