import { localName, type Attributes, type XmlHandler } from './xml-reader.ts'

/** Built-in formats that show a day or a time of day; 46, an elapsed time, is a plain number here. */
function isBuiltInDateFormat(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || id === 45 || id === 47 || (id >= 50 && id <= 58)
}

/** Whether a number format's code shows a date or a time of day. */
export function isDateFormat(code: string): boolean {
  const positive = code.split(';', 1)[0] ?? ''
  if (/\[(h+|m+|s+)\]/i.test(positive)) return false
  const bare = positive.replace(/"[^"]*"?|\\.|[_*].|\[[^\]]*\]/g, '').replace(/general|e[+-]/gi, '')
  return /[dmyhs]/i.test(bare)
}

/** Collects which cell styles show their number as a date. */
export class StylesHandler implements XmlHandler {
  /** By style index. */
  readonly isDate: boolean[] = []
  readonly #customFormats = new Map<number, boolean>()
  #section = ''

  open(name: string, attributes: Attributes, depth: number): void {
    const local = localName(name)
    if (depth === 2) this.#section = local
    if (depth !== 3) return
    const id = Number(attributes['numFmtId'] ?? 0)
    if (this.#section === 'numFmts' && local === 'numFmt') {
      this.#customFormats.set(id, isDateFormat(attributes['formatCode'] ?? ''))
    }
    if (this.#section === 'cellXfs' && local === 'xf') {
      this.isDate.push(this.#customFormats.get(id) ?? isBuiltInDateFormat(id))
    }
  }

  close(): void {}

  text(): void {}
}
