import { makeZip, type ZipEntry, type ZipOptions } from './zip-writer.ts'

export const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationshipTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The parts of an .xlsx file by name; an undefined part is left out. */
export type Parts = Record<string, string | Uint8Array | undefined>

type RelationshipInput = {
  id: string
  kind: string
  target: string
  isExternal?: boolean
}

/** An ordinary workbook with one sheet. Its parts may be replaced or left out, and others added. */
export function workbookParts(sheetXml: string | Uint8Array, replaced: Parts = {}): Parts {
  return {
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relationshipsXml([{ id: 'rId1', kind: 'officeDocument', target: 'xl/workbook.xml' }]),
    'xl/workbook.xml': workbookXml([{ name: 'Sheet1', id: 'rId1' }]),
    'xl/_rels/workbook.xml.rels': relationshipsXml([
      { id: 'rId1', kind: 'worksheet', target: 'worksheets/sheet1.xml' },
      { id: 'rId2', kind: 'sharedStrings', target: 'sharedStrings.xml' },
      { id: 'rId3', kind: 'styles', target: 'styles.xml' },
    ]),
    'xl/styles.xml': stylesXml([0]),
    'xl/sharedStrings.xml': sharedStringsXml([]),
    'xl/worksheets/sheet1.xml': sheetXml,
    ...replaced,
  }
}

export function zipParts(parts: Parts, options?: ZipOptions): Buffer {
  return makeZip(partEntries(parts), options)
}

export function partEntries(parts: Parts): ZipEntry[] {
  return Object.entries(parts).flatMap(([name, data]) => (data === undefined ? [] : [{ name, data }]))
}

/** An .xlsx file with these rows, which are the inner XML of `<sheetData>`. */
export function makeXlsx(rowsXml: string, replaced: Parts = {}): Buffer {
  return zipParts(workbookParts(sheetXml(rowsXml), replaced))
}

export function sheetXml(rowsXml: string, after = ''): string {
  return `${xmlDeclaration}<worksheet xmlns="${mainNamespace}"><sheetData>${rowsXml}</sheetData>${after}</worksheet>`
}

export function workbookXml(
  sheets: readonly { name: string; id: string; state?: string }[],
  properties = '<workbookPr/>',
): string {
  const list = sheets.map(
    ({ name, id, state }, index) =>
      `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="${id}"/>`,
  )
  return `${xmlDeclaration}<workbook xmlns="${mainNamespace}" xmlns:r="${relationshipTypes}">${properties}<sheets>${list.join('')}</sheets></workbook>`
}

export function relationshipsXml(relationships: readonly RelationshipInput[]): string {
  const list = relationships.map(
    ({ id, kind, target, isExternal }) =>
      `<Relationship Id="${id}" Type="${relationshipTypes}/${kind}" Target="${escapeXml(target)}"${isExternal ? ' TargetMode="External"' : ''}/>`,
  )
  return `${xmlDeclaration}<Relationships xmlns="${packageRelationships}">${list.join('')}</Relationships>`
}

export function sharedStringsXml(strings: readonly string[]): string {
  const list = strings.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`)
  return `${xmlDeclaration}<sst xmlns="${mainNamespace}" count="${strings.length}">${list.join('')}</sst>`
}

/** One cell style per number format id, in order. */
export function stylesXml(formatIds: readonly number[], customFormats: Record<number, string> = {}): string {
  const custom = Object.entries(customFormats).map(
    ([id, code]) => `<numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`,
  )
  const styles = formatIds.map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`)
  return `${xmlDeclaration}<styleSheet xmlns="${mainNamespace}"><numFmts>${custom.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

const contentTypes =
  `${xmlDeclaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/></Types>'
