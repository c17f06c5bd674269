import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { columnLetters } from './references.ts'

type SheetColumn = { heading: string; type: 'text' | 'number' }
type SheetRow = readonly (string | number | null)[]

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const officeRelationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageFormat = 'http://schemas.openxmlformats.org/package/2006'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** The style of text columns, so that what is typed into such a cell stays text, too. */
const textStyle = 1
const columnWidth = 18

/**
 * Writes an .xlsx file with one sheet, no faster than it is read. Texts become text cells with the text format,
 * whatever they look like, and never formulas.
 * @param batches rows with a value for each column
 */
export function writeWorkbook(
  sheetName: string,
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly SheetRow[]>,
): Readable {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(fixedParts(sheetName))) {
    zip.addBuffer(Buffer.from(declaration + content), name)
  }
  const sheet = Readable.from(sheetXml(columns, batches), { objectMode: false, highWaterMark: 64 * 1024 })
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
  zip.end()
  const output = zip.outputStream as Readable
  sheet.on('error', (error) => output.destroy(error))
  output.on('close', () => sheet.destroy())
  return output
}

async function* sheetXml(columns: readonly SheetColumn[], batches: AsyncIterable<readonly SheetRow[]>) {
  const letters = columns.map((_, index) => columnLetters(index))
  const widths = columns.map(
    ({ type }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${columnWidth}"${type === 'text' ? ` style="${textStyle}"` : ''}/>`,
  )
  const headings = columns.map(({ heading }) => heading)
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${rowXml(1, headings, letters)}`
  let rowNumber = 1
  for await (const rows of batches) yield rows.map((row) => rowXml((rowNumber += 1), row, letters)).join('')
  yield '</sheetData></worksheet>'
}

function rowXml(rowNumber: number, row: SheetRow, letters: readonly string[]): string {
  let cells = ''
  for (const [index, value] of row.entries()) {
    const reference = `${letters[index]}${rowNumber}`
    if (typeof value === 'number') cells += `<c r="${reference}"><v>${value}</v></c>`
    else if (value !== null) {
      cells += `<c r="${reference}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${escapeText(value)}</t></is></c>`
    }
  }
  return `<row r="${rowNumber}">${cells}</row>`
}

/**
 * Uses the `_x000D_` form for characters that XML cannot hold or would change, and for text that already looks like
 * that form.
 */
function escapeText(text: string): string {
  if (!/[&<>_\r\uFFFE\uFFFF\p{Cc}]/u.test(text)) return text
  return text
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu, (character) => {
      return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
    })
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

function fixedParts(sheetName: string): Record<string, string> {
  const relationship = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${officeRelationships}/${kind}" Target="${target}"/>`
  const relationships = (...list: string[]) =>
    `<Relationships xmlns="${packageFormat}/relationships">${list.join('')}</Relationships>`
  const type = (part: string, kind: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`
  return {
    '[Content_Types].xml': `<Types xmlns="${packageFormat}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type('workbook', 'sheet.main')}${type('worksheets/sheet1', 'worksheet')}${type('styles', 'styles')}</Types>`,
    '_rels/.rels': relationships(relationship('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${officeRelationships}"><bookViews><workbookView/></bookViews><sheets><sheet name="${escapeText(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      relationship('rId1', 'worksheet', 'worksheets/sheet1.xml'),
      relationship('rId2', 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  }
}
