import type { MergedRange, SheetBatch } from '../../../core/spreadsheet/cells.ts'
import { SpreadsheetError, type SpreadsheetErrorCode } from '../../../core/spreadsheet/errors.ts'
import type { Sheet } from '../../../core/spreadsheet/read-sheets.ts'
import { findHeadingRow, type NoTable, repeatedHeading } from './survey/find-heading-row.ts'
import { type PassedSheet, errorWithoutTable } from './no-table.ts'
import { mapKnownHeadings } from './mapping/place-columns.ts'
import { WordBudget } from './survey/profile-column.ts'
import { ImportValues, type RowPolicies, RowReader } from './read-rows.ts'
import { noRows, rejection } from './import-error.ts'
import { type FileSurvey, type SheetSurvey, SheetSurveyor } from './survey/survey-sheet.ts'
import { counted } from './value-list.ts'

type Options = {
  /** Whether sheets without known headings are not imported, and a repeated heading rejects the file. */
  knownOnly: boolean
  policies: RowPolicies
  onProgress: (rowsRead: number, fraction: number) => void
}

type SurveyedFile = {
  survey: FileSurvey
  /** The rows of the first sheet that known headings explain, read during the survey. */
  reader: RowReader | undefined
}

const mostSheets = 50
/**
 * The limits for all sheets of a file, far beyond the tables that users have: the survey is stored until the import has
 * ended.
 */
const mostMerged = 10_000
const namedSheets = 10

/** Errors of one sheet, which do not affect the others. */
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
 * Examines every visible sheet, each row once.
 * @throws RejectedImport if no sheet contains patients
 */
export async function surveyFile(sheets: AsyncIterable<Sheet>, options: Options): Promise<SurveyedFile> {
  const found: SheetSurvey[] = []
  const passed: PassedSheet[] = []
  const failed: { name: string; error: SpreadsheetError }[] = []
  const notLookedAt: string[] = []
  const notes: string[] = []
  const hidden: string[] = []
  const budget = new WordBudget()
  let reader: RowReader | undefined
  let seen = 0
  let mergedLeft = mostMerged
  let hasEmptyTable = false
  for await (const { name, isHidden, batches } of sheets) {
    if (isHidden) {
      if (await hasRows(batches)) hidden.push(name)
      continue
    }
    seen += 1
    if (seen > mostSheets) {
      notLookedAt.push(name)
      continue
    }
    const sheet = new SheetReader(name, options, { mayRead: reader === undefined, budget })
    try {
      const survey = await sheet.read(batches, mergedLeft)
      mergedLeft -= survey?.merged.length ?? 0
      if (sheet.noTable) passed.push({ name, found: sheet.noTable })
      if (!survey || isBlank(survey)) {
        hasEmptyTable ||= survey?.isExact === true
      } else if (!sheet.noTable) found.push(survey)
      else if (hasIds(survey)) notes.push(otherHeadingsNote(survey))
      if (sheet.rowReader && sheet.rowReader.rows.length > 0) reader = sheet.rowReader
    } catch (error) {
      if (!(error instanceof SpreadsheetError) || !ofOneSheet.has(error.code)) throw error
      if (sheet.hasTable && error.code !== 'too_many_columns') throw error
      failed.push({ name, error })
      notes.push(notReadNote(name, error))
    }
  }
  if (notLookedAt.length > 0)
    notes.push(`Only the first ${mostSheets} visible sheets were read, not ${listNames(notLookedAt)}.`)
  if (found.length === 0) {
    if (hidden.length > 0) notes.push(hiddenNote(hidden))
    throw errorOfSheets(passed, failed, { notes, hasEmptyTable })
  }
  // Sheets without IDs may only contain totals or explanations.
  const withIds = found.filter(hasIds)
  return { survey: { sheets: withIds.length > 0 ? withIds : found, notes }, reader }
}

/** Reads at most one batch; a sheet that cannot be read has none. */
async function hasRows(batches: Sheet['batches']): Promise<boolean> {
  try {
    for await (const { rows } of batches) return rows.length > 0
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
  }
  return false
}

const isBlank = ({ rows, leftOut: { counts } }: SheetSurvey) =>
  rows + (counts.without_id ?? 0) + (counts.unlike ?? 0) === 0

const hasIds = ({ idLabel }: SheetSurvey) => idLabel !== null

type FailedSheet = { name: string; error: SpreadsheetError }

function errorOfSheets(
  passed: readonly PassedSheet[],
  failed: readonly FailedSheet[],
  { notes, hasEmptyTable }: { notes: readonly string[]; hasEmptyTable: boolean },
): Error {
  const [first] = failed
  if (first && failed.length === 1 && passed.length === 0 && !hasEmptyTable) return first.error
  // Other sheets, such as the rules of the template, are not what is wrong with an empty table.
  const rejected = hasEmptyTable ? noRows() : errorWithoutTable(passed)
  return notes.length === 0 ? rejected : rejection([rejected.message, ...notes].join(' '))
}

const named = (name: string) => `“${name.slice(0, 40)}”`

const notReadNote = (name: string, { message }: SpreadsheetError) => `The sheet ${named(name)} wasn’t read. ${message}`

const otherHeadingsNote = ({ name, rows }: SheetSurvey) =>
  `The sheet ${named(name)} seems to contain ${counted(rows, 'patient')} under other headings. They weren’t imported: specify in “answers” how to read them.`

function hiddenNote(names: readonly string[]): string {
  const were = names.length === 1 ? 'A hidden sheet wasn’t' : 'Hidden sheets weren’t'
  return `${were} read: ${listNames(names)}. If the patients are there, unhide the sheet, save the file and choose it again.`
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, namedSheets).map(named)
  const more = names.length > namedSheets ? ` and ${names.length - namedSheets} more` : ''
  return `${shown.join(', ')}${more}`
}

/** Examines one sheet, and reads its patients if known headings are enough. */
class SheetReader {
  rowReader: RowReader | undefined
  /** What the sheet contains instead of valid headings. */
  noTable: NoTable | undefined
  readonly #name: string
  readonly #options: Options
  readonly #mayRead: boolean
  readonly #budget: WordBudget
  #surveyor: SheetSurveyor | undefined

  constructor(name: string, options: Options, { mayRead, budget }: { mayRead: boolean; budget: WordBudget }) {
    this.#name = name
    this.#options = options
    this.#mayRead = mayRead
    this.#budget = budget
  }

  get hasTable(): boolean {
    return this.#surveyor !== undefined && this.noTable === undefined
  }

  /** @returns undefined if the sheet has no headings */
  async read(batches: Sheet['batches'], mostMerged: number): Promise<SheetSurvey | undefined> {
    const merged: MergedRange[] = []
    let isBegun = false
    for await (const batch of batches) {
      if (!isBegun && batch.rows.length > 0) {
        isBegun = true
        this.#begin(batch)
        if (!this.#surveyor) return undefined
      }
      for (const row of batch.rows) {
        this.#surveyor?.take(row)
        this.rowReader?.take(row)
      }
      merged.push(...batch.merged)
      this.#options.onProgress(this.rowReader?.rows.length ?? 0, batch.fraction)
    }
    if (!isBegun) this.noTable = { has: 'nothing' }
    return this.#surveyor?.end(merged, mostMerged)
  }

  #begin({ rows, hiddenColumns }: SheetBatch): void {
    const { knownOnly, policies } = this.#options
    const known = findHeadingRow(rows, knownOnly)
    if ('has' in known) this.noTable = known
    const headings = 'has' in known && knownOnly ? findHeadingRow(rows) : known
    if ('has' in headings) return
    for (const heading of headings.headings) heading.isHidden = hiddenColumns.has(heading.index)
    const repeated = knownOnly ? repeatedHeading(headings) : undefined
    if (repeated !== undefined) throw rejection(repeated)
    if (this.#mayRead && headings.isExact) {
      const { rowNumber: headerRow, headings: columns } = headings
      const sheet = { name: this.#name, headerRow, columns, merged: [] }
      this.rowReader = new RowReader(
        sheet,
        { mapping: mapKnownHeadings(columns), answers: {} },
        new ImportValues(policies),
      )
    }
    this.#surveyor = new SheetSurveyor(this.#name, headings, this.#budget)
  }
}
