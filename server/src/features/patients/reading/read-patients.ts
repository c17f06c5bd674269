import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { ImportPreview } from '@health-console/contract/patients/imports.ts'
import type { ImportWarning } from '@health-console/contract/patients/findings.ts'
import { isBirth, unitsOf } from '@health-console/contract/patients/units.ts'
import { patientColumns } from '@health-console/contract/patients/patients.ts'
import type { Sheet } from '../../../core/spreadsheet/read-sheets.ts'
import { type KeptAnswers, noEarlier } from './questions/answer-sources.ts'
import { headingOf } from './words/own-headings.ts'
import { joinLeftOut } from './survey/left-out-rows.ts'
import { columnIn } from './mapping/place-columns.ts'
import { type ExplainedRows, ImportValues, type PatientRow, type RowPolicies, RowReader } from './read-rows.ts'
import { noRows, rejection, RejectedImport } from './import-error.ts'
import { areHalfAmong, hashIds, type IdHasher, unpackHashes } from './member-ids.ts'
import { countAnswers, type RememberedLayout } from './questions/remembered.ts'
import { findUnitColumn } from './mapping/unit-column.ts'
import { surveyFile } from './survey-file.ts'
import { describeRepeated } from './survey/profile-column.ts'
import type { FileSurvey, SheetSurvey } from './survey/survey-sheet.ts'
import { isOpen, understand, type Reading } from './understand.ts'
import { counted, type ValueList } from './value-list.ts'
import { warnOfDecisions } from './warn-of-decisions.ts'

/** The range of a sheet's rows among all that are read. */
type ReadSheet = { name: string; rowNumbers: number[] }

/** The rows of a file, and how they were read. */
export type ReadPatients = {
  rows: PatientRow[]
  /** Where the rows are in the file, in their order. */
  sheets: ReadSheet[]
  reading: Reading
  /** Beyond the listed ones, up to a limit. */
  allWarnings: ImportWarning[]
} & Pick<
  ImportPreview,
  'sheetName' | 'headerRow' | 'columnCount' | 'ignoredColumns' | 'missingColumns' | 'warningCount' | 'warnings'
>

/** A file that has been read, unless something is open. */
type ReadFile = { asking: Reading } | ReadPatients

export type RowOptions = {
  /** Opens the file, and again once it is known how it is read. */
  open: () => AsyncIterable<Sheet>
  /** Whatever is uncertain is decided without asking: only known headings count, and deviations are warnings. */
  asksNothing: boolean
  /** By sheet: the rows whose height and weight are interpreted otherwise. */
  explained?: ReadonlyMap<string, ExplainedRows>
  onProgress: (rowsRead: number, fraction: number) => void
}

/** How answers from before this import are found. */
export type EarlierOptions = {
  findRemembered: (sheets: FileSurvey['sheets']) => Promise<RememberedLayout | null>
  /** The uploader's answers for a file with these headings; they are used if at least half of its IDs are the same. */
  findKept?: (sheets: FileSurvey['sheets']) => Promise<StoredAnswers | null>
}

type ReadOptions = RowOptions & EarlierOptions & { answers: ImportAnswers }

type StoredAnswers = KeptAnswers & { memberIds: Uint8Array; hasher: IdHasher }

/**
 * Reads every patient of a new file, if the file and the answers are clear. A file with one sheet and known headings is
 * read once, any other twice.
 * @throws RejectedImport with all errors; no row is imported then
 */
export async function readPatients(options: ReadOptions): Promise<ReadFile> {
  const { open, answers, asksNothing, onProgress } = options
  const { survey, reader } = await surveyFile(open(), {
    knownOnly: asksNothing && Object.keys(answers).length === 0,
    policies: policiesOf(options),
    onProgress,
  })
  const kept = await findFittingAnswers(options, survey)
  const earlier = asksNothing ? noEarlier : { kept, remembered: await options.findRemembered(survey.sheets) }
  const reading = understand(survey, kept?.answers ?? answers, earlier, asksNothing)
  const [error] = reading.errors
  if (error) throw answerable(rejection(`${error.message} (${error.path}). Nothing was imported.`), reading)
  if (asksNothing && answers.sheets === undefined) requireOneSheet(survey)
  return !asksNothing && isOpen(reading.shown) ? { asking: reading } : readUnderstood(reading, options, reader)
}

/**
 * Reads every patient of a file about which everything is decided.
 * @param reader the reader of a sheet that was read while the file was examined
 * @throws RejectedImport with all errors; no row is imported then
 */
export async function readUnderstood(reading: Reading, options: RowOptions, reader?: RowReader): Promise<ReadFile> {
  try {
    for (const sheet of reading.sheets) requireMemberId(sheet, reading)
    requireCountedTo(reading)
    if (options.asksNothing) for (const sheet of reading.sheets) requireOwnUnits(sheet, reading)
    const [only, ...others] = reading.sheets
    const isRead = others.length === 0 && reader?.sheet.name === only?.name
    if (reader && isRead && Object.keys(reading.answers).length === 0) return conclude(options, reading, [reader])
    return conclude(options, reading, await readSheets(reading, options))
  } catch (error) {
    throw answerable(error, reading)
  }
}

/** The answers kept for this file, unless others were sent, they do not fit it, or most of its patients are others. */
async function findFittingAnswers(options: ReadOptions, survey: FileSurvey): Promise<KeptAnswers | null> {
  if (options.asksNothing || countAnswers(options.answers) > 0) return null
  const stored = (await options.findKept?.(survey.sheets)) ?? null
  const reading = stored && understand(survey, stored.answers)
  if (!stored || !reading || reading.errors.length > 0) return null
  const [reader] = await readSheets(reading, options)
  const ids = reader?.values.memberIds.keys() ?? []
  const isSameFile = areHalfAmong(hashIds(stored.hasher, ids), unpackHashes(stored.memberIds))
  return isSameFile ? { at: stored.at, answers: stored.answers } : null
}

/** If nothing may be asked, uncertain rows reject the file. */
const policiesOf = ({ answers, asksNothing }: Pick<ReadOptions, 'answers' | 'asksNothing'>): RowPolicies =>
  asksNothing ? { repeatedIds: 'reject', rowsWithoutId: 'reject', unlikeRows: 'reject', ...answers } : answers

/** The error for a file whose structure is understood: other answers may help. */
function answerable(error: unknown, { from, shown }: Reading): unknown {
  if (!(error instanceof RejectedImport)) return error
  return new RejectedImport(error.error, { survey: from.survey, reading: shown }, error.marked)
}

/**
 * @throws RejectedImport if more than one sheet has known headings and rows, or none has and several seem to contain
 * patients
 */
function requireOneSheet({ sheets }: FileSurvey): void {
  const exact = sheets.filter(({ isExact }) => isExact)
  const known = exact.length > 0 ? exact : sheets
  if (known.length < 2) return
  const named = known.map(({ name, rows }) => `“${name.slice(0, 40)}” (${counted(rows, 'row')})`)
  throw rejection(
    `Several sheets contain patients: ${listed.format(named)}. Keep one of them, or list those to join in “answers”. Nothing was imported.`,
  )
}

function requireMemberId(sheet: SheetSurvey, { mapping }: Reading): void {
  const how = mapping.get('memberId')
  if (how && columnIn(sheet, 'memberId', how)) return
  const heading = how?.column.label ?? headingOf('memberId')
  throw rejection(
    `The sheet “${sheet.name.slice(0, 40)}” has no column “${heading}”. Every row needs a Member ID. Nothing was imported.`,
  )
}

/** If nothing may be asked, neither a row below the headings nor a column may specify another unit. */
function requireOwnUnits(sheet: SheetSurvey, { mapping }: Reading): void {
  for (const [key, how] of mapping) {
    const column = columnIn(sheet, key, how)
    const { unitBelow = null, label = '' } = column ?? {}
    const unitColumn = column && how.by === 'heading' ? findUnitColumn(key, column, sheet.columns) : undefined
    if (unitColumn) {
      throw rejection(
        `In the sheet “${sheet.name.slice(0, 40)}” the column “${unitColumn.label}” contains other units of “${label}” than ${how.unit}. Convert them, or set columns.${key}.unitHeading in “answers”. Nothing was imported.`,
      )
    }
    const isOther = unitBelow !== how.unit && unitsOf(key).some(({ unit }) => unit === unitBelow)
    if (!isOther || how.answer?.unit !== undefined) continue
    throw rejection(
      `In the sheet “${sheet.name.slice(0, 40)}” the row below the headings shows that “${label}” is in ${unitBelow}. Convert it to ${how.unit}, or specify its unit in “answers”. Nothing was imported.`,
    )
  }
}

/** If nothing may be asked, the answers have to specify it. */
function requireCountedTo({ mapping, answers }: Reading): void {
  const how = mapping.get('age')
  if (!how || !isBirth(how.unit) || answers.columns?.age?.countedTo !== undefined) return
  throw rejection(
    `“${how.column.label}” contains dates of birth. Set columns.age.countedTo in “answers” to the day for which the age is calculated. Nothing was imported.`,
  )
}

/** Reads the chosen sheets. @returns their readers in the chosen order */
async function readSheets(
  reading: Reading,
  { open, asksNothing, explained, onProgress }: RowOptions,
): Promise<RowReader[]> {
  const { sheets: chosen, answers } = reading
  const values = new ImportValues(policiesOf({ answers, asksNothing }))
  const readers = new Map<string, RowReader>()
  let rowsRead = 0
  for await (const { name, isHidden, batches } of open()) {
    const sheet = isHidden ? undefined : chosen.find((each) => each.name === name)
    if (!sheet || readers.has(name)) continue
    const reader = new RowReader(sheet, reading, values, explained?.get(name))
    readers.set(name, reader)
    for await (const { rows, fraction } of batches) {
      for (const row of rows) reader.take(row)
      onProgress(rowsRead + reader.rows.length, (readers.size - 1 + fraction) / chosen.length)
    }
    rowsRead += reader.rows.length
    if (readers.size === chosen.length) break
  }
  return chosen.flatMap(({ name }) => readers.get(name) ?? [])
}

const listed = new Intl.ListFormat('en-GB')

function conclude({ asksNothing }: RowOptions, reading: Reading, readers: readonly RowReader[]): ReadFile {
  const [first] = readers
  if (!first) throw noRows()
  const { errors, warnings, repeated, policies, isUndecided } = first.values
  if (isUndecided || (repeated.size > 0 && policies.repeatedIds === undefined)) return askAboutRows(reading, readers)
  if (errors.count > 0) {
    const error = {
      code: 'unprocessable' as const,
      message: `${errors.inWords()} can’t be read. Nothing was imported.`,
      errors: errors.listed,
      errorCount: errors.count,
    }
    throw new RejectedImport(error, undefined, [...errors.values, ...warnings.values])
  }
  const { rows, sheets } = joinRows(readers)
  if (repeated.size > 0) removeUnused(warnings, readers, sheets)
  const rowsLeftOut = joinLeftOut(
    readers.map(({ sheet, classifier }) => ({ name: sheet.name, leftOut: classifier.leftOut })),
  )
  if (rows.length === 0 && rowsLeftOut.rows.length > 0) {
    throw rejection('Every row below the headings was skipped. Nothing was imported.')
  }
  if (rows.length === 0) throw noRows()
  const hiddenRows = readers.reduce((sum, reader) => sum + reader.hiddenRows, 0)
  const read = { ...reading, shown: { ...reading.shown, rowsLeftOut, hiddenRows } }
  if (asksNothing) warnOfDecisions(warnings, read)
  const { columnsLeftOut } = read.shown
  const columnsRead = new Set(readers.flatMap(({ places }) => [...places.keys()]))
  return {
    rows,
    sheets,
    reading: read,
    sheetName: readers.map(({ sheet }) => sheet.name).join(', '),
    headerRow: first.sheet.headerRow,
    columnCount: countHeadings(first) + columnsLeftOut.length,
    ignoredColumns: columnsLeftOut,
    missingColumns: patientColumns.map(({ key }) => key).filter((key) => !columnsRead.has(key)),
    warningCount: warnings.count,
    warnings: warnings.listed,
    allWarnings: warnings.values,
  }
}

/** Removes warnings about rows in whose place another row with the same member ID is imported. */
function removeUnused(warnings: ValueList, readers: readonly RowReader[], sheets: readonly ReadSheet[]): void {
  for (const [index, { sheet, rowNumbers }] of readers.entries()) {
    const used = new Set(sheets[index]?.rowNumbers)
    warnings.removeRows(sheet.name, new Set(rowNumbers).difference(used))
  }
}

/** One column of the file may be two of the table. */
const countHeadings = ({ places }: RowReader) => new Set([...places.values()].map(({ index }) => index)).size

/**
 * This is known only now if the column of the IDs was not the one that the headings suggested, or sheets share them.
 */
function askAboutRows({ from, mapping }: Reading, readers: readonly RowReader[]): ReadFile {
  const { survey, answers, earlier } = from
  const idLabel = mapping.get('memberId')?.column.label ?? null
  const sheets = survey.sheets.map((sheet) => {
    const index = readers.findIndex((each) => each.sheet.name === sheet.name)
    const reader = readers[index]
    if (!reader) return sheet
    const repeated = index === 0 ? describeRepeated(reader.values.repeated) : null
    return { ...sheet, idLabel, leftOut: reader.classifier.leftOut, repeated }
  })
  return { asking: understand({ ...survey, sheets }, answers, earlier) }
}

/** The rows to import, and where they are in the file. */
function joinRows(readers: readonly RowReader[]): { rows: PatientRow[]; sheets: ReadSheet[] } {
  const [only, ...others] = readers
  if (only && others.length === 0 && only.values.repeated.size === 0) {
    return { rows: only.rows, sheets: [{ name: only.sheet.name, rowNumbers: only.rowNumbers }] }
  }
  const used = readers.map((reader) => ({ reader, indexes: reader.usedRows() }))
  return {
    rows: used.flatMap(({ reader, indexes }) => indexes.map((at) => reader.rows[at] ?? [])),
    sheets: used.map(({ reader, indexes }) => {
      return { name: reader.sheet.name, rowNumbers: indexes.map((at) => reader.rowNumbers[at] ?? 0) }
    }),
  }
}
