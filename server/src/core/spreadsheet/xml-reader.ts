import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { malformed, SpreadsheetError } from './errors.ts'
import type { SpreadsheetLimits } from './limits.ts'

export type Attributes = Readonly<Record<string, string>>

/** Receives a document's elements; the root has depth 1. Names are as written, with their prefix. */
export type XmlHandler = {
  open(name: string, attributes: Attributes, depth: number): void
  close?(name: string, depth: number): void
  text?(text: string): void
}

/** Parses the bytes of one part within the limits: only UTF-8, no DTD, nothing too long or deep. */
export class XmlReader {
  readonly #part: string
  readonly #limits: SpreadsheetLimits
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  readonly #parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  #depth = 0
  #tokenStart = 0
  #started = false

  constructor(part: string, handler: XmlHandler, limits: SpreadsheetLimits) {
    this.#part = part
    this.#limits = limits
    const parser = this.#parser
    // There are at most six handlers: with eight, V8 puts the parser into dictionary mode, and parsing takes six times
    // as long.
    parser.on('opentag', (tag: SaxesTagPlain) => {
      this.#endToken()
      this.#depth += 1
      if (this.#depth > limits.depth) throw tooDeep(part, limits.depth)
      handler.open(tag.name, tag.attributes, this.#depth)
    })
    parser.on('closetag', (tag: SaxesTagPlain) => {
      this.#endToken()
      handler.close?.(tag.name, this.#depth)
      this.#depth -= 1
    })
    const text = (value: string): void => {
      this.#endToken()
      handler.text?.(value)
    }
    parser.on('text', text)
    parser.on('cdata', text)
    parser.on('doctype', () => {
      throw dtd(part)
    })
    parser.on('xmldecl', ({ encoding }) => {
      if (encoding !== undefined && !/^(utf-?8|us-ascii)$/i.test(encoding)) throw wrongEncoding(part)
    })
  }

  write(bytes: Buffer): void {
    if (!this.#started) this.#checkStart(bytes)
    this.#parse(this.#decode(bytes))
    this.#checkToken()
  }

  end(): void {
    this.#parse(this.#decode())
    try {
      this.#parser.close()
    } catch (error) {
      throw this.#notWellFormed(error)
    }
  }

  #parse(text: string): void {
    if (text.length === 0) return
    try {
      this.#parser.write(text)
    } catch (error) {
      throw this.#notWellFormed(error)
    }
  }

  #decode(bytes?: Buffer): string {
    try {
      return bytes ? this.#decoder.decode(bytes, { stream: true }) : this.#decoder.decode()
    } catch (error) {
      throw wrongEncoding(this.#part, error)
    }
  }

  /** UTF-16 has a zero byte or a byte order mark here. This is checked before the parser fails on it. */
  #checkStart(bytes: Buffer): void {
    this.#started = true
    const [first, second] = bytes
    if (first === 0 || second === 0 || first === 0xfe || first === 0xff) throw wrongEncoding(this.#part)
  }

  #endToken(): void {
    this.#checkToken()
    this.#tokenStart = this.#parser.position
  }

  #checkToken(): void {
    if (this.#parser.position - this.#tokenStart <= this.#limits.tokenChars) return
    throw new SpreadsheetError(
      'token_too_large',
      `The file isn’t an ordinary spreadsheet: "${this.#part}" has a single piece of text or markup of more than ${this.#limits.tokenChars} characters.`,
    )
  }

  #notWellFormed(error: unknown): SpreadsheetError {
    if (error instanceof SpreadsheetError) return error
    return malformed(`its part "${this.#part}" is cut off or damaged`, error)
  }
}

/** The name without its namespace prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function dtd(part: string): SpreadsheetError {
  return new SpreadsheetError(
    'dtd',
    `The file has a document type declaration in "${part}", which isn’t allowed in spreadsheets. Open it in Excel or LibreOffice and save it again as .xlsx.`,
  )
}

function wrongEncoding(part: string, cause?: unknown): SpreadsheetError {
  return new SpreadsheetError(
    'encoding',
    `The file's part "${part}" isn’t written in UTF-8. Open it in Excel or LibreOffice and save it again as .xlsx.`,
    { cause },
  )
}

function tooDeep(part: string, limit: number): SpreadsheetError {
  return new SpreadsheetError(
    'too_deep',
    `The file isn’t an ordinary spreadsheet: "${part}" nests more than ${limit} levels deep.`,
  )
}
