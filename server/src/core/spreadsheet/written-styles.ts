import { escapeText, main } from './zip-workbook.ts'

export type CellLook = 'plain' | 'heading' | 'marked'

/** The format in which whatever someone types stays a text. */
export const textFormat = '@'
/** The formats of dates, which are always available: in another one, a date would be a number. */
export const dateFormats = { day: 'yyyy-mm-dd', dayAndTime: 'yyyy-mm-dd hh:mm:ss', time: 'hh:mm:ss' } as const
const general = 'General'
const builtIn = new Map([
  [general, 0],
  ['0.00%', 10],
  [textFormat, 49],
])
const firstOwn = 164
/** No program shows more formats than this in one workbook. */
const mostFormats = 200

/** The styles of a workbook, collected while its sheets are written. Its part is therefore written after them. */
export class WrittenStyles {
  readonly #styles = new Map<string, number>()
  readonly #ownFormats = new Map<string, number>()
  readonly #xml: string[] = []

  constructor() {
    this.indexOf(general)
    for (const format of Object.values(dateFormats)) this.#formatId(format)
  }

  /** The index of a style. A format beyond the number of formats that programs can read is the general one. */
  indexOf(format = general, look: CellLook = 'plain'): number {
    const key = `${look} ${format}`
    const known = this.#styles.get(key)
    if (known !== undefined) return known
    const id = this.#formatId(format)
    if (id === undefined) return this.indexOf(general, look)
    const font = look === 'heading' ? 1 : 0
    const fill = look === 'marked' ? 2 : 0
    this.#xml.push(
      `<xf numFmtId="${id}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`,
    )
    this.#styles.set(key, this.#xml.length - 1)
    return this.#xml.length - 1
  }

  #formatId(format: string): number | undefined {
    const known = builtIn.get(format) ?? this.#ownFormats.get(format)
    if (known !== undefined || this.#ownFormats.size === mostFormats) return known
    this.#ownFormats.set(format, firstOwn + this.#ownFormats.size)
    return this.#ownFormats.get(format)
  }

  xml(): string {
    const formats = [...this.#ownFormats].map(
      ([code, id]) => `<numFmt numFmtId="${id}" formatCode="${escapeText(code).replaceAll('"', '&quot;')}"/>`,
    )
    const numFmts = formats.length === 0 ? '' : `<numFmts count="${formats.length}">${formats.join('')}</numFmts>`
    const font = '<sz val="11"/><name val="Calibri"/>'
    const fill = '<fill><patternFill patternType="solid"><fgColor rgb="FFFFE699"/></patternFill></fill>'
    // In a conditional format, programs take the colour of a solid fill from its background.
    const rule = '<dxf><fill><patternFill patternType="solid"><bgColor rgb="FFFFE699"/></patternFill></fill></dxf>'
    return `<styleSheet xmlns="${main}">${numFmts}<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fill}</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${this.#xml.length}">${this.#xml.join('')}</cellXfs><dxfs count="1">${rule}</dxfs></styleSheet>`
  }
}
