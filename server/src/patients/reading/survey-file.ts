import type { MergedRange, Row } from '../../spreadsheet/cells.ts'
import { SpreadsheetError, type SpreadsheetErrorCode } from '../../spreadsheet/errors.ts'
import type { Sheet } from '../../spreadsheet/read-sheets.ts'
import { findHeadingRow, type NoTable, refuseRepeatedHeadings } from './find-heading-row.ts'
import { refuseWithoutTable } from './no-table.ts'
import { planKnownHeadings } from './plan-sheet.ts'
import { ImportValues, RowReader } from './read-rows.ts'
import { refuse } from './refusal.ts'
import { likelyColumns, type SheetSurvey, SheetSurveyor } from './survey-sheet.ts'
import type { FileSurvey } from './understand.ts'

type Options = {
  /** Whether sheets without known headings hold nothing, and a heading that is there twice is refused. */
  knownOnly: boolean
  /** What to do with rows of an earlier member ID. */
  repeatedIds: 'refuse' | undefined
  onProgress: (rowsRead: number, fraction: number) => void
}

/** What a file holds, and the rows of the first sheet that known headings explain, read on the way. */
type SurveyedFile = { survey: FileSurvey; reader: RowReader | undefined }

const mostSheets = 50
const namedSheets = 10

/** Errors of one sheet, which say nothing about the others. */
const ofOneSheet: ReadonlySet<SpreadsheetErrorCode> = new Set([
  'too_many_columns',
  'malformed',
  'missing_part',
  'bad_reference',
  'bad_shared_string',
  'bad_value',
  'cell_too_long',
])

/**
 * Looks at every visible sheet, each row once.
 * @throws RefusedImport when no sheet holds patients
 */
export async function surveyFile(sheets: AsyncIterable<Sheet>, options: Options): Promise<SurveyedFile> {
  const found: SheetSurvey[] = []
  const passed: { name: string; found: NoTable }[] = []
  const failed: SpreadsheetError[] = []
  const notLookedAt: string[] = []
  const notes: string[] = []
  let reader: RowReader | undefined
  let seen = 0
  for await (const { name, batches } of sheets) {
    seen += 1
    if (seen > mostSheets) {
      notLookedAt.push(name)
      continue
    }
    const sheet = new SheetReader(name, options, reader === undefined)
    try {
      const survey = await sheet.read(batches)
      if ('has' in survey) passed.push({ name, found: survey })
      else if (survey.rows > 0 || sheet.isExact) found.push(survey)
      if (sheet.rowReader && sheet.rowReader.rows.length > 0) reader = sheet.rowReader
    } catch (error) {
      if (!(error instanceof SpreadsheetError) || !ofOneSheet.has(error.code)) throw error
      if (sheet.hasTable && error.code !== 'too_many_columns') throw error
      failed.push(error)
      notes.push(`The sheet “${name.slice(0, 40)}” was not read. ${error.message}`)
    }
  }
  const withRows = found.filter(({ rows }) => rows > 0)
  if (withRows.length === 0) {
    if (found.length > 0) throw refuse('There are no rows below the headings. Nothing was imported.')
    if (failed[0] && passed.every(({ found: { has } }) => has === 'nothing')) throw failed[0]
    throw refuseWithoutTable(passed)
  }
  if (notLookedAt.length > 0) notes.push(notLookedAtNote(notLookedAt))
  // Other sheets may count or explain what they hold.
  const withIds = withRows.filter(({ columns }) => likelyColumns({ headings: columns }).has('memberId'))
  return { survey: { sheets: withIds.length > 0 ? withIds : withRows, notes }, reader }
}

function notLookedAtNote(names: readonly string[]): string {
  const shown = names.slice(0, namedSheets).map((name) => `“${name.slice(0, 40)}”`)
  const more = names.length > namedSheets ? ` and ${names.length - namedSheets} more` : ''
  return `Only the first ${mostSheets} visible sheets were looked at, not ${shown.join(', ')}${more}.`
}

/** Looks at one sheet, and reads its patients where known headings alone say how. */
class SheetReader {
  rowReader: RowReader | undefined
  isExact = false
  hasTable = false
  readonly #name: string
  readonly #options: Options
  readonly #mayRead: boolean
  #surveyor: SheetSurveyor | undefined

  constructor(name: string, options: Options, mayRead: boolean) {
    this.#name = name
    this.#options = options
    this.#mayRead = mayRead
  }

  async read(batches: Sheet['batches']): Promise<SheetSurvey | NoTable> {
    const merged: MergedRange[] = []
    for await (const batch of batches) {
      if (!this.#surveyor && batch.rows.length > 0) {
        const noTable = this.#begin(batch.rows)
        if (noTable) return noTable
      }
      for (const row of batch.rows) {
        this.#surveyor?.take(row)
        this.rowReader?.take(row)
      }
      merged.push(...batch.merged)
      this.#options.onProgress(this.rowReader?.rows.length ?? 0, batch.fraction)
    }
    return this.#surveyor?.end(merged) ?? { has: 'nothing' }
  }

  #begin(rows: readonly Row[]): NoTable | undefined {
    const { knownOnly, repeatedIds } = this.#options
    const headings = findHeadingRow(rows, knownOnly)
    if ('has' in headings) return headings
    if (knownOnly) refuseRepeatedHeadings(headings)
    this.hasTable = true
    this.isExact = headings.isExact
    this.#surveyor = new SheetSurveyor(this.#name, headings)
    if (this.#mayRead && headings.isExact) {
      this.rowReader = new RowReader(planKnownHeadings(this.#name, headings), new ImportValues(repeatedIds))
    }
    return undefined
  }
}
