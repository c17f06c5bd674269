import type { CellContext } from './cell-value.ts'
import type { SheetBatch } from './cells.ts'
import { malformed } from './errors.ts'
import { defaultLimits, type SpreadsheetLimits } from './limits.ts'
import { openPackage, type PackageReader } from './package-reader.ts'
import { SharedStringsHandler } from './shared-strings.ts'
import { SheetHandler } from './sheet-handler.ts'
import { StylesHandler } from './styles.ts'
import { readXml } from './read-xml.ts'
import { mapWorkbook } from './workbook.ts'
import { WorkingClock } from './working-clock.ts'
import { XmlReader } from './xml-reader.ts'

/** At least this many rows are in a batch, except for the last. */
const batchRows = 500

export type Sheet = {
  name: string
  isHidden: boolean
  /** Rows are read no faster than they are consumed, and only until the loop over the sheets moves on. */
  batches: AsyncGenerator<SheetBatch, void>
}

/**
 * The worksheets of an .xlsx file in their order. The limits apply to everything that is read from the file. Throws a
 * SpreadsheetError for a file that cannot be read, possibly after some rows: the caller must not rely on any row before
 * the end.
 */
export async function* readSheets(
  source: string | Uint8Array,
  changedLimits: Partial<SpreadsheetLimits> = {},
): AsyncGenerator<Sheet, void> {
  const limits = { ...defaultLimits, ...changedLimits }
  const clock = new WorkingClock(limits.timeMs)
  const file = await openPackage(source, limits, clock)
  try {
    const { sheets, sharedStringsPart, stylesPart, date1904 } = await mapWorkbook(file, limits)
    const styles = new StylesHandler()
    if (stylesPart !== undefined && file.has(stylesPart)) await readXml(file, stylesPart, styles, limits)
    const strings = new SharedStringsHandler(limits)
    if (sharedStringsPart !== undefined) await readXml(file, sharedStringsPart, strings, limits, Infinity)

    const context = { sharedStrings: strings.strings, styles: styles.styles, date1904 }
    for (const { name, isHidden, getPart } of sheets) {
      const batches = readBatches(file, name, getPart, context, limits, clock)
      clock.pause()
      yield { name, isHidden, batches }
      clock.resume()
    }
  } finally {
    await file.close()
  }
}

async function* readBatches(
  file: PackageReader,
  name: string,
  getPart: () => string,
  context: CellContext,
  limits: SpreadsheetLimits,
  clock: WorkingClock,
): AsyncGenerator<SheetBatch, void> {
  clock.resume()
  try {
    const part = getPart()
    const sheet = new SheetHandler(name, context, limits)
    const xml = new XmlReader(part, sheet, limits)
    for await (const { bytes, fraction } of file.read(part)) {
      xml.write(bytes)
      if (sheet.rows.length < batchRows) continue
      clock.pause()
      yield { rows: sheet.takeRows(), fraction, hiddenColumns: sheet.hiddenColumns, merged: [] }
      clock.resume()
    }
    xml.end()
    if (!sheet.isComplete) throw malformed('its worksheet has no rows section')
    clock.pause()
    yield { rows: sheet.takeRows(), fraction: 1, hiddenColumns: sheet.hiddenColumns, merged: sheet.merged }
    clock.resume()
  } finally {
    clock.pause()
  }
}
