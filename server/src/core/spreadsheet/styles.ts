import { localName, type Attributes, type XmlHandler } from './xml-reader.ts'

/** Built-in formats that show a day or a time of day. 46, an elapsed time, counts as a number. */
function isBuiltInDateFormat(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || id === 45 || id === 47 || (id >= 50 && id <= 58)
}

/** What the number format of a cell reveals about its value. */
export type CellStyle = {
  /** The format shows a date or a time of day. */
  isDate: boolean
  /** The minimum number of digits that it shows for a whole number. */
  minDigits: number
  /** The text before and after a number: `MRN-` before an id, ` lb` after a weight. */
  before: string
  after: string
  /** The text between the digits of a whole number, from left to right: the hyphens of 012-34-5671. */
  between: readonly { text: string; digitsBehind: number }[]
}

export const plainStyle: CellStyle = { isDate: false, minDigits: 1, before: '', after: '', between: [] }
const date: CellStyle = { ...plainStyle, isDate: true }

/** The longest code that Excel accepts. A longer one would take the expressions below too long. */
const maxCodeLength = 255

/** Interprets a number format's code. */
export function readFormat(code: string): CellStyle {
  if (code.length > maxCodeLength) return plainStyle
  const positive = code.split(';', 1)[0] ?? ''
  if (/\[(h+|m+|s+)\]/i.test(positive)) return plainStyle
  const bare = positive.replace(/"[^"]*"?|\\.|[_*].|\[[^\]]*\]/g, '').replace(/general|e[+-]/gi, '!')
  if (/[dmyhs]/i.test(bare)) return date
  const { before, after, between } = textsAround(positive)
  // Any other code shows decimals, a fraction or an exponent, or a number other than the stored one.
  const zeros = /^[#,]*(0*)$/.exec(bare.replaceAll(/[- ()]/g, ''))?.[1]
  if (zeros === undefined) return { ...plainStyle, before, after }
  return { isDate: false, minDigits: Math.max(zeros.length, 1), before, after, between }
}

/** The texts that a section of a code shows around and between the digits. Without digits it shows none of them. */
function textsAround(section: string): Pick<CellStyle, 'before' | 'after' | 'between'> {
  let before = ''
  let after = ''
  let hasDigits = false
  let digits = 0
  const between: { text: string; digitsBefore: number }[] = []
  for (const [token] of section.matchAll(/"[^"]*"?|\\.|[_*].|\[[^\]]*\]|general|e[+-]|./gisu)) {
    if (/^(?:[0#?.,@]|general|e[+-])$/i.test(token)) {
      hasDigits = true
      if (after !== '') between.push({ text: after, digitsBefore: digits })
      if (/[0#?]/.test(token)) digits += 1
      after = ''
    } else if (hasDigits) after += shownText(token)
    else before += shownText(token)
  }
  if (!hasDigits) return plainStyle
  const behind = between.map(({ text, digitsBefore }) => ({ text, digitsBehind: digits - digitsBefore }))
  return { before: before.trimStart(), after: after.trimEnd(), between: behind }
}

function shownText(token: string): string {
  if (token.startsWith('"')) return token.replaceAll('"', '')
  if (token.startsWith('\\')) return token.slice(1)
  if (token.startsWith('_') || token.startsWith('*')) return ''
  // [$kg-409] is a currency symbol or another text, and a locale. Other brackets are colours and conditions.
  if (token.startsWith('[')) return /^\[\$([^-\]]*)/.exec(token)?.[1] ?? ''
  return token
}

/** Collects what the styles of cells show. */
export class StylesHandler implements XmlHandler {
  /** By style index. */
  readonly styles: CellStyle[] = []
  readonly #customFormats = new Map<number, CellStyle>()
  #section = ''

  open(name: string, attributes: Attributes, depth: number): void {
    const local = localName(name)
    if (depth === 2) this.#section = local
    if (depth !== 3) return
    const id = Number(attributes['numFmtId'] ?? 0)
    if (this.#section === 'numFmts' && local === 'numFmt') {
      this.#customFormats.set(id, readFormat(attributes['formatCode'] ?? ''))
    }
    if (this.#section === 'cellXfs' && local === 'xf') {
      this.styles.push(this.#customFormats.get(id) ?? (isBuiltInDateFormat(id) ? date : plainStyle))
    }
  }
}
