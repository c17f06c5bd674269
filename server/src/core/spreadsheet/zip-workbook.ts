import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A sheet, whose worksheet part is written as it is read. */
type WrittenSheet = { name: string; isHidden?: boolean; xml: AsyncIterable<string> }

export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const officeRelationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageFormat = 'http://schemas.openxmlformats.org/package/2006'
export const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** The style of text columns, so that a value typed into such a cell stays text, too. */
export const textStyle = 1
/** The same on yellow. */
export const markedStyle = 2

/** Packs an .xlsx file, no faster than it is read: one sheet after the other. */
export function zipWorkbook(sheets: readonly WrittenSheet[]): Readable {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(fixedParts(sheets))) {
    zip.addBuffer(Buffer.from(declaration + content), name)
  }
  const output = zip.outputStream as Readable
  for (const [index, { xml }] of sheets.entries()) {
    const sheet = Readable.from(xml, { objectMode: false, highWaterMark: 64 * 1024 })
    zip.addReadStream(sheet, `xl/worksheets/sheet${index + 1}.xml`)
    sheet.on('error', (error) => output.destroy(error))
    output.on('close', () => sheet.destroy())
  }
  zip.end()
  return output
}

/** A text cell, whatever the text looks like: never a formula. */
export const textCellXml = (reference: string, text: string, style: number) =>
  `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`

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

function fixedParts(written: readonly WrittenSheet[]): Record<string, string> {
  const sheets = written.map(({ name, isHidden }, index) => {
    return { name, number: index + 1, state: isHidden ? ' state="hidden"' : '' }
  })
  const relationship = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${officeRelationships}/${kind}" Target="${target}"/>`
  const relationships = (...list: string[]) =>
    `<Relationships xmlns="${packageFormat}/relationships">${list.join('')}</Relationships>`
  const type = (part: string, kind: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`
  return {
    '[Content_Types].xml': `<Types xmlns="${packageFormat}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type('workbook', 'sheet.main')}${sheets.map(({ number }) => type(`worksheets/sheet${number}`, 'worksheet')).join('')}${type('styles', 'styles')}</Types>`,
    '_rels/.rels': relationships(relationship('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${officeRelationships}"><bookViews><workbookView/></bookViews><sheets>${sheets.map(({ name, number, state }) => `<sheet name="${escapeText(name).replaceAll('"', '&quot;')}" sheetId="${number}"${state} r:id="rId${number}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      ...sheets.map(({ number }) => relationship(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`)),
      relationship(`rId${sheets.length + 1}`, 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFE699"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFill="1"/></cellXfs></styleSheet>`,
  }
}
