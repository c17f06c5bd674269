import { malformed, SpreadsheetError } from './errors.ts'
import type { SpreadsheetLimits } from './limits.ts'
import type { PackageReader } from './package-reader.ts'
import { relationshipsOf, resolveTarget } from './part-names.ts'
import { readXml } from './read-xml.ts'
import { localName, type Attributes, type XmlHandler } from './xml-reader.ts'

/** The parts that are needed to read the worksheets. */
type WorkbookMap = {
  /**
   * The worksheets, at least one of which is visible. A part is looked up only when it is read, because others may be
   * broken.
   */
  sheets: { name: string; isHidden: boolean; getPart: () => string }[]
  sharedStringsPart: string | undefined
  stylesPart: string | undefined
  date1904: boolean
}

type Relationship = {
  id: string
  /** The last segment of the type. Excel's two dialects differ in the part before it. */
  kind: string
  target: string
  isExternal: boolean
}

type SheetEntry = {
  name: string
  relationshipId: string
  isHidden: boolean
}

/** Finds the worksheets, in the order of the workbook. */
export async function mapWorkbook(file: PackageReader, limits: SpreadsheetLimits): Promise<WorkbookMap> {
  const workbookPart = await findWorkbook(file, limits)
  const relationships = await readRelationships(file, relationshipsOf(workbookPart), limits)
  const workbook = new WorkbookHandler()
  await readXml(file, workbookPart, workbook, limits)

  const part = (relationship: Relationship): string => resolveTarget(workbookPart, relationship.target)
  const partOfKind = (kind: string): string | undefined => {
    const found = relationships.find((each) => each.kind === kind && !each.isExternal)
    return found && part(found)
  }
  const byId = new Map(relationships.map((each) => [each.id, each]))
  const sheets = workbook.sheets.flatMap(({ name, relationshipId, isHidden }) => {
    const relationship = byId.get(relationshipId)
    if (relationship && relationship.kind !== 'worksheet') return []
    const getPart = () => {
      if (!relationship) throw malformed(`its sheet "${name}" can’t be found`)
      if (relationship.isExternal) throw malformed(`its sheet "${name}" is in another file`)
      return part(relationship)
    }
    return [{ name, isHidden, getPart }]
  })
  if (sheets.every(({ isHidden }) => isHidden)) {
    throw new SpreadsheetError(
      'no_worksheet',
      'The workbook has no visible worksheet. Unhide the sheet that contains the rows, save the file and try again.',
    )
  }
  return {
    sheets,
    sharedStringsPart: partOfKind('sharedStrings'),
    stylesPart: partOfKind('styles'),
    date1904: workbook.date1904,
  }
}

async function findWorkbook(file: PackageReader, limits: SpreadsheetLimits): Promise<string> {
  const found = file.has('_rels/.rels')
    ? (await readRelationships(file, '_rels/.rels', limits)).find((each) => each.kind === 'officeDocument')
    : undefined
  const part = found ? resolveTarget('', found.target) : 'xl/workbook.xml'
  if (part.toLowerCase().endsWith('.bin')) {
    throw new SpreadsheetError('old_format', 'The file is in the .xlsb format. Save it as .xlsx and try again.')
  }
  if (!file.has(part)) {
    throw new SpreadsheetError(
      'not_xlsx',
      'The file contains no Excel workbook. Open it in Excel or LibreOffice and save it as .xlsx.',
    )
  }
  return part
}

async function readRelationships(
  file: PackageReader,
  part: string,
  limits: SpreadsheetLimits,
): Promise<Relationship[]> {
  const relationships: Relationship[] = []
  const open = (name: string, attributes: Attributes, depth: number): void => {
    if (depth !== 2 || localName(name) !== 'Relationship') return
    const { Id: id, Type: type, Target: target, TargetMode: mode } = attributes
    if (id === undefined || type === undefined || target === undefined) return
    const kind = type.slice(type.lastIndexOf('/') + 1)
    relationships.push({ id, kind, target, isExternal: mode === 'External' })
  }
  await readXml(file, part, { open }, limits)
  return relationships
}

class WorkbookHandler implements XmlHandler {
  readonly sheets: SheetEntry[] = []
  date1904 = false
  #inSheets = false

  open(name: string, attributes: Attributes, depth: number): void {
    const local = localName(name)
    if (depth === 1 && local !== 'workbook') throw malformed('its workbook part is something else')
    if (depth === 2) {
      this.#inSheets = local === 'sheets'
      if (local === 'workbookPr') this.date1904 = ['1', 'true', 'on'].includes(attributes['date1904'] ?? '')
    }
    if (depth === 3 && this.#inSheets && local === 'sheet') this.sheets.push(toSheet(attributes))
  }
}

function toSheet(attributes: Attributes): SheetEntry {
  // The writer chooses the prefix of the relationship; no other attribute of a sheet is named id.
  const idName = Object.keys(attributes).find((name) => name.includes(':') && localName(name) === 'id')
  return {
    name: attributes['name'] ?? '',
    relationshipId: idName === undefined ? '' : (attributes[idName] ?? ''),
    isHidden: attributes['state'] === 'hidden' || attributes['state'] === 'veryHidden',
  }
}
