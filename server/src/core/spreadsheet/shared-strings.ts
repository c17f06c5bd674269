import { malformed, SpreadsheetError } from './errors.ts'
import type { SpreadsheetLimits } from './limits.ts'
import { decodeEscapes, ownText } from './own-text.ts'
import { localName, type Attributes, type XmlHandler } from './xml-reader.ts'

/** The overhead of an entry in addition to its characters: a reference and a string header. */
const overheadBytes = 24

/** Collects the workbook's shared strings. Joins the runs of rich text and leaves out phonetic hints. */
export class SharedStringsHandler implements XmlHandler {
  readonly strings: string[] = []
  readonly #limits: SpreadsheetLimits
  #text = ''
  #bytes = 0
  #inRun = false
  #collecting = false

  constructor(limits: SpreadsheetLimits) {
    this.#limits = limits
  }

  open(name: string, _attributes: Attributes, depth: number): void {
    const local = localName(name)
    if (depth === 1 && local !== 'sst') throw malformed('its shared strings part is something else')
    if (depth === 2) this.#text = ''
    if (depth === 3) this.#inRun = local === 'r'
    this.#collecting = local === 't' && (depth === 3 || (depth === 4 && this.#inRun))
  }

  close(name: string, depth: number): void {
    this.#collecting = false
    if (depth !== 2 || localName(name) !== 'si') return
    this.#bytes += overheadBytes + 2 * this.#text.length
    if (this.#bytes > this.#limits.sharedStringsBytes) throw this.#tooLarge()
    this.strings.push(ownText(decodeEscapes(this.#text)))
  }

  text(text: string): void {
    if (!this.#collecting) return
    this.#text += text
    if (this.#text.length > this.#limits.cellChars) {
      throw new SpreadsheetError(
        'cell_too_long',
        `A cell's text is longer than ${this.#limits.cellChars} characters. Shorten it and try again.`,
      )
    }
  }

  #tooLarge(): SpreadsheetError {
    return new SpreadsheetError(
      'shared_strings_too_large',
      `The workbook's texts together need more than ${this.#limits.sharedStringsBytes / 1024 / 1024} MB. Split it into smaller files.`,
    )
  }
}
