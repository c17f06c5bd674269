import type { SheetBatch } from './cells.ts'
import { malformed } from './errors.ts'
import { defaultLimits, type SpreadsheetLimits } from './limits.ts'
import { PackageReader } from './package-reader.ts'
import { SharedStringsHandler } from './shared-strings.ts'
import { SheetHandler } from './sheet-handler.ts'
import { StylesHandler } from './styles.ts'
import { readXml } from './read-xml.ts'
import { mapWorkbook } from './workbook.ts'
import { WorkingClock } from './working-clock.ts'
import { XmlReader } from './xml-reader.ts'

export type ReadSheetOptions = {
  limits?: Partial<SpreadsheetLimits>
  /** Rows in a batch. */
  batchRows?: number
}

/**
 * Reads the first visible worksheet of an .xlsx file, a batch of rows at a time, and no faster than they are consumed.
 * Throws a SpreadsheetError for a file that cannot be read, possibly after some rows: the caller must not rely on any row
 * before the end.
 */
export async function* readSheet(
  source: string | Uint8Array,
  options: ReadSheetOptions = {},
): AsyncGenerator<SheetBatch, void> {
  const limits = { ...defaultLimits, ...options.limits }
  const batchRows = options.batchRows ?? 500
  const clock = new WorkingClock(limits.timeMs)
  const file = await PackageReader.open(source, limits, clock)
  try {
    const { sheetName, sheetPart, sharedStringsPart, stylesPart, date1904 } = await mapWorkbook(file, limits)
    const styles = new StylesHandler()
    if (stylesPart !== undefined) await readXml(file, stylesPart, styles, limits)
    const strings = new SharedStringsHandler(limits)
    if (sharedStringsPart !== undefined) await readXml(file, sharedStringsPart, strings, limits, Infinity)

    const context = { sharedStrings: strings.strings, isDate: styles.isDate, date1904 }
    const sheet = new SheetHandler(context, limits)
    const xml = new XmlReader(sheetPart, sheet, limits)
    for await (const { bytes, fraction } of file.read(sheetPart)) {
      xml.write(bytes)
      if (sheet.rows.length < batchRows) continue
      clock.pause()
      yield { sheetName, rows: sheet.takeRows(), fraction }
      clock.resume()
    }
    xml.end()
    if (!sheet.isComplete) throw malformed('its worksheet has no rows section')
    clock.pause()
    yield { sheetName, rows: sheet.takeRows(), fraction: 1 }
  } finally {
    await file.close()
  }
}
