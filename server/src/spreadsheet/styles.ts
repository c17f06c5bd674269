import { localName, type Attributes, type XmlHandler } from './xml-reader.ts'

/** Built-in formats that show a day or a time of day. 46, an elapsed time, counts as a number. */
function isBuiltInDateFormat(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || id === 45 || id === 47 || (id >= 50 && id <= 58)
}

/** What the number format of a cell says about its value. */
export type CellStyle = {
  /** The format shows a date or a time of day. */
  isDate: boolean
  /** The minimum number of digits that it shows of a whole number. */
  minDigits: number
}

const plain: CellStyle = { isDate: false, minDigits: 1 }
const date: CellStyle = { isDate: true, minDigits: 1 }

/** The longest code that Excel accepts. A longer one would take the expressions below too long. */
const maxCodeLength = 255

/** What a number format's code shows. */
export function readFormat(code: string): CellStyle {
  if (code.length > maxCodeLength) return plain
  const positive = code.split(';', 1)[0] ?? ''
  if (/\[(h+|m+|s+)\]/i.test(positive)) return plain
  const bare = positive.replace(/"[^"]*"?|\\.|[_*].|\[[^\]]*\]/g, '').replace(/general|e[+-]/gi, '!')
  if (/[dmyhs]/i.test(bare)) return date
  const zeros = /^[#,]*(0+)$/.exec(bare.replaceAll(/[- /()]/g, ''))?.[1]
  return zeros === undefined ? plain : { isDate: false, minDigits: zeros.length }
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
      this.styles.push(this.#customFormats.get(id) ?? (isBuiltInDateFormat(id) ? date : plain))
    }
  }
}
