import { type CellReading, cellReadings, type ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { ImportQuestion, PatientSheet } from '@health-console/contract/patients/questions.ts'
import { patientBounds } from '@health-console/contract/patients/checks.ts'
import { feetAndInches, isBirth, unitsOf } from '@health-console/contract/patients/units.ts'
import { isIdColumn, type PatientColumnKey, patientColumns } from '@health-console/contract/patients/patients.ts'
import { findNumber } from '@health-console/contract/patients/numbers-in-text.ts'
import { ownUnitOf, toOwnUnit } from '@health-console/contract/patients/measures.ts'
import type { MergedRange } from '../../../../core/spreadsheet/cells.ts'
import { joinLeftOut, policyOf } from '../survey/left-out-rows.ts'
import type { ColumnReading, Mapping } from '../mapping/map-columns.ts'
import { type ColumnProfile, countMissing, countRows, endsOf, samplesKept } from '../survey/profile-column.ts'
import { isEither, isSplit, isSure, type Proposal } from '../mapping/propose-columns.ts'
import { asWritten, ReadError, readValue } from '../words/read-value.ts'
import type { SheetSurvey, SurveyedColumn } from '../survey/survey-sheet.ts'
import { isCode, isUnclearSex, likelySexOf, saysUnknown, type Sex, usualWords } from '../words/words.ts'

export type Known = {
  /** All sheets with patients, in the order of the workbook. */
  all: readonly SheetSurvey[]
  likeliest: SheetSurvey | undefined
  /** The sheets to read. */
  sheets: readonly SheetSurvey[]
  columns: readonly SurveyedColumn[]
  proposals: readonly Proposal[]
  mapping: Mapping
  answers: ImportAnswers
}

/** Everything that is uncertain in the file, answered or not. */
export function askAbout(known: Known): ImportQuestion[] {
  const inOrder = patientColumns.flatMap(({ key }) => {
    const how = known.mapping.get(key)
    return how ? [{ key, how }] : []
  })
  return [
    ...askSheets(known),
    ...known.proposals.flatMap((proposal) => askColumn(proposal, known)),
    ...inOrder.flatMap(({ key, how }) => askReadings(key, how)),
    ...inOrder.flatMap(({ key, how }) => askMissing(key, how)),
    ...inOrder.flatMap(({ key, how }) => askWords(key, how, known)),
    ...askRows('without_id', known),
    ...askRows('unlike', known),
    ...askRepeated(known),
    ...askMerged(known),
  ]
}

function askSheets({ likeliest, all, answers }: Known): ImportQuestion[] {
  if (all.length < 2 || !likeliest) return []
  const isAnswered = answers.sheets !== undefined
  return [{ kind: 'sheets', id: 'sheets', isAnswered, sheets: all.map(presentSheet), likeliest: likeliest.name }]
}

function presentSheet({ name, rows, columns }: SheetSurvey): PatientSheet {
  const isBirth = (column: SurveyedColumn) =>
    column.exact === 'age' || column.suggestions.some(({ key }) => key === 'age')
  return { name, rows, days: endsOf(columns.flatMap((column) => (isBirth(column) ? [] : column.profile.days))) }
}

function askColumn(proposed: Proposal, { mapping, answers, columns }: Known): ImportQuestion[] {
  const { keys, column, unit, unitColumn, isCertain } = proposed
  if (isCertain) return []
  if (isEither(proposed) && column) {
    const isAnswered = keys.every((key) => answers.columns?.[key] !== undefined)
    return [{ kind: 'either', id: `either:${keys.join('+')}`, isAnswered, heading: column.label, columns: keys }]
  }
  const isAnswered = keys.every((key) => {
    const answer = answers.columns?.[key]
    if (answer === null) return key !== 'memberId'
    const how = mapping.get(key)
    return how?.by === 'answer' && (!isBirth(how.unit) || answer?.countedTo !== undefined)
  })
  const unitHeading = unitColumn?.label ?? null
  const proposal = column && { heading: column.label, unit, unitHeading, isSplit: isSplit(proposed) }
  const id = `column:${keys.join('+')}`
  return [{ kind: 'column', id, isAnswered, columns: keys, proposal, isSure: isSure(proposed, columns) }]
}

function askReadings(key: PatientColumnKey, how: ColumnReading): ImportQuestion[] {
  if (!isMeasured(key, how) || how.half !== undefined) return []
  const readings = readingsIn(key, how)
  return cellReadings.flatMap((reading): ImportQuestion[] => {
    const found = readings[reading]
    if (!found || (reading === 'unit_in_cell' && how.unit === feetAndInches)) return []
    const samples = found.samples.map((text) => ({ text, reads: readSample(key, how, text, reading) }))
    const isAnswered = how.answer?.readings !== undefined
    const { cells } = found
    return [{ kind: 'reading', id: `reading:${key}:${reading}`, isAnswered, column: key, reading, cells, samples }]
  })
}

/**
 * The commas of 3,450 are decimal separators if those of other values in the column are, or if the value would be
 * impossible otherwise.
 */
function readingsIn(key: PatientColumnKey, { column, unit }: ColumnReading): ColumnProfile['readings'] {
  const { thousands, decimal_comma: decimal, ...others } = column.profile.readings
  const bounds = patientBounds[key]
  if (!thousands || !bounds) return column.profile.readings
  const found = thousands.samples.map((text) => findNumber(text))
  const isPossible = (value: number, valueUnit: string | undefined) => {
    const own = toOwnUnit(key, value, valueUnit ?? unit) ?? value
    return own >= bounds.min && own <= bounds.max
  }
  const areDecimal = found.every((each) => {
    if (each?.asDecimal === undefined) return false
    return decimal !== undefined || (!isPossible(each.value, each.unit) && isPossible(each.asDecimal, each.unit))
  })
  if (!areDecimal) return column.profile.readings
  const samples = [...(decimal?.samples ?? []), ...thousands.samples].slice(0, samplesKept)
  return { ...others, decimal_comma: { cells: thousands.cells + (decimal?.cells ?? 0), samples } }
}

/** What a cell becomes if a reading is allowed, and the cells that do not contradict it. */
function readSample(key: PatientColumnKey, how: ColumnReading, text: string, reading: CellReading): string {
  const allowed = cellReadings.filter((each) => reading !== 'decimal_comma' || each !== 'thousands')
  const lenient = { ...how, readings: new Set(allowed), words: asWritten.words }
  const value = readValue(key, { type: 'text', text }, lenient)
  if (value === null || value instanceof ReadError) return ''
  // The unit may have to be chosen.
  return how.unit === null && !findNumber(text)?.unit ? String(value) : `${value} ${ownUnitOf(key)}`
}

/** Numbers that often mean "missing", if they are not possible values. */
function askMissing(key: PatientColumnKey, how: ColumnReading): ImportQuestion[] {
  const bounds = patientBounds[key]
  if (!bounds || !isMeasured(key, how)) return []
  return Object.entries(how.column.profile.missingNumbers).flatMap(([text, cells]): ImportQuestion[] => {
    const value = Number(text)
    const own = toOwnUnit(key, value, how.unit) ?? value
    if (own >= bounds.min && own <= bounds.max) return []
    const isAnswered = how.answer?.missing !== undefined
    return [{ kind: 'missing', id: `missing:${key}:${text}`, isAnswered, column: key, value, cells }]
  })
}

function askWords(key: PatientColumnKey, how: ColumnReading, { sheets, answers }: Known): ImportQuestion[] {
  const { profile, label, suggestions } = how.column
  const sex = suggestions.find((each) => each.key === key)?.sex
  const asked = isText(key) ? wordsToAsk(key, profile.words, sex) : unknownWords(key, how)
  if (!asked || (isText(key) ? asked.needed : asked.words).length === 0) return []
  const meanings = answers.words?.[key] ?? {}
  const all = asked.words.map(([word]) => word)
  const rows = sheets.reduce((sum, sheet) => sum + sheet.rows, 0)
  return [
    {
      kind: 'words',
      id: `words:${key}`,
      isAnswered: asked.needed.every((word) => Object.hasOwn(meanings, word)),
      column: key,
      heading: label,
      words: asked.words.map(([text, count]) => {
        return { text, rows: count, proposal: (key === 'sex' && likelySexOf(text, all, sex)) || null }
      }),
      options: [...(usualWords[key] ?? [])],
      mayStand: key !== 'sex' && isText(key),
      emptyRows: Math.max(0, rows - profile.filled) + countMissing(profile),
    },
  ]
}

type Asked = { words: [string, number][]; needed: string[] }

/** All values of a sex if the meaning of one of them is unclear, and of a diagnosis that is mostly given in codes. */
function wordsToAsk(key: PatientColumnKey, words: ColumnProfile['words'], sex: Sex | undefined): Asked | undefined {
  if (words === null) return undefined
  const listed = mostFirst(words)
  const all = Object.keys(words)
  const isUnclear = key === 'sex' ? (word: string) => isUnclearSex(word, all, sex) : isCode
  const unclear = listed.filter(([word]) => isUnclear(word))
  const isAsked = key === 'sex' || countRows(unclear) * 2 >= countRows(listed)
  return { words: listed, needed: isAsked ? unclear.map(([word]) => word) : [] }
}

/** Texts in place of numbers: those that mean "unknown" or occur repeatedly need an answer, the others may have one. */
function unknownWords(key: PatientColumnKey, how: ColumnReading): Asked | undefined {
  const { texts } = how.column.profile
  if (texts === null || unitsOf(key).length === 0 || how.half !== undefined) return undefined
  const words = mostFirst(texts).filter(([text]) => saysUnknown(text) || !/\d/.test(text))
  const needed = words.filter(([text, rows]) => saysUnknown(text) || rows > 1)
  return { words, needed: needed.map(([text]) => text) }
}

const mostFirst = (words: Record<string, number>) => Object.entries(words).toSorted(([, a], [, b]) => b - a)

const isText = (key: PatientColumnKey) => unitsOf(key).length === 0 && !isIdColumn(key)
const isMeasured = (key: PatientColumnKey, { unit }: ColumnReading) => unitsOf(key).length > 0 && !isBirth(unit)

function askRows(of: 'without_id' | 'unlike', known: Known): ImportQuestion[] {
  const { rows, counts, tables } = joinLeftOut(sheetsByIds(known), [of])
  const count = counts[of] ?? 0
  if (count === 0) return []
  const isAnswered = policyOf(of, known.answers) !== undefined
  return [{ kind: 'rows', id: `rows:${of}`, isAnswered, of, count, rows, ...(of === 'unlike' && { tables }) }]
}

/**
 * The sheets whose IDs are in the column from which they are read: only for these is it known which rows have which.
 */
function sheetsByIds({ sheets, mapping }: Known): SheetSurvey[] {
  const label = mapping.get('memberId')?.column.label
  return sheets.filter(({ idLabel }) => idLabel === label)
}

function askRepeated(known: Known): ImportQuestion[] {
  const { answers } = known
  const found = sheetsByIds(known).flatMap(({ repeated }) => repeated ?? [])
  if (found.length === 0) return []
  return [
    {
      kind: 'repeated_ids',
      id: 'repeated_ids',
      isAnswered: answers.repeatedIds !== undefined,
      sheets: known.sheets.map(presentSheet),
      ids: found.reduce((sum, each) => sum + each.ids, 0),
      rows: found.reduce((sum, each) => sum + each.rows, 0),
      examples: found.flatMap(({ examples }) => examples).slice(0, 3),
    },
  ]
}

function askMerged({ sheets, mapping, answers }: Known): ImportQuestion[] {
  const labels = new Set([...mapping.values()].map(({ column }) => column.label))
  const headings = new Set<string>()
  let ranges = 0
  for (const { merged, columns } of sheets) {
    for (const range of merged) {
      const covered = columns.filter((column) => labels.has(column.label) && covers(range, column.index))
      if (covered.length > 0) ranges += 1
      for (const { label } of covered) headings.add(label)
    }
  }
  if (ranges === 0) return []
  const isAnswered = answers.fillMerged !== undefined
  return [{ kind: 'merged', id: 'merged', isAnswered, ranges, headings: [...headings] }]
}

const covers = ({ firstColumn, lastColumn }: MergedRange, index: number) => index >= firstColumn && index <= lastColumn
