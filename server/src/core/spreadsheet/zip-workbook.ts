import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A sheet, whose worksheet part is written as it is read. */
type SheetPart = { name: string; xml: AsyncIterable<string> }

export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const officeRelationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageFormat = 'http://schemas.openxmlformats.org/package/2006'
export const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/**
 * Packs an .xlsx file, no faster than it is read: one sheet after the other, and then the styles that they turned out to
 * need.
 */
export function zipWorkbook(sheets: readonly SheetPart[], styles: { xml: () => string }): Readable {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(fixedParts(sheets))) {
    zip.addBuffer(Buffer.from(declaration + content), name)
  }
  const output = zip.outputStream as Readable
  const parts = sheets.map(({ xml }, index) => ({ name: `worksheets/sheet${index + 1}`, xml }))
  for (const { name, xml } of [...parts, { name: 'styles', xml: stylesXml(styles) }]) {
    const part = Readable.from(xml, { objectMode: false, highWaterMark: 64 * 1024 })
    zip.addReadStream(part, `xl/${name}.xml`)
    part.on('error', (error) => output.destroy(error))
    output.on('close', () => part.destroy())
  }
  zip.end()
  return output
}

/** Nothing asks for this before the sheets are written. */
async function* stylesXml(styles: { xml: () => string }) {
  yield declaration + styles.xml()
}

/**
 * Uses the `_x000D_` form for characters that XML cannot hold or would change, and for text that already looks like
 * that form.
 */
export function escapeText(text: string): string {
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

function fixedParts(written: readonly SheetPart[]): Record<string, string> {
  const sheets = written.map(({ name }, index) => ({ name, number: index + 1 }))
  const relationship = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${officeRelationships}/${kind}" Target="${target}"/>`
  const relationships = (...list: string[]) =>
    `<Relationships xmlns="${packageFormat}/relationships">${list.join('')}</Relationships>`
  const type = (part: string, kind: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`
  return {
    '[Content_Types].xml': `<Types xmlns="${packageFormat}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type('workbook', 'sheet.main')}${sheets.map(({ number }) => type(`worksheets/sheet${number}`, 'worksheet')).join('')}${type('styles', 'styles')}</Types>`,
    '_rels/.rels': relationships(relationship('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${officeRelationships}"><bookViews><workbookView/></bookViews><sheets>${sheets.map(({ name, number }) => `<sheet name="${escapeText(name).replaceAll('"', '&quot;')}" sheetId="${number}" r:id="rId${number}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      ...sheets.map(({ number }) => relationship(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`)),
      relationship(`rId${sheets.length + 1}`, 'styles', 'styles.xml'),
    ),
  }
}
