import { patientBounds } from '@health-console/contract/patients/checks.ts'
import { feetAndInches, isBirth, unitsOf } from '@health-console/contract/patients/units.ts'
import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients/patients.ts'
import { findNumber, splitPair } from '@health-console/contract/patients/numbers-in-text.ts'
import { ownUnitOf, toOwnUnit } from '@health-console/contract/patients/measures.ts'
import { findUnit } from '@health-console/contract/patients/unit-spellings.ts'
import { countFigures, unitOfBirths } from './births.ts'
import { type Group, likelyBodyUnit, likelyUnit, mayBeMonths, usualGroups } from './likely-units.ts'
import { type ColumnProfile, countMissing, countRows } from '../survey/profile-column.ts'
import { knownHeadings, withoutRivals } from '../survey/find-heading-row.ts'
import type { SurveyedColumn } from '../survey/survey-sheet.ts'
import { bmiOf } from '../words/body-limits.ts'
import { inBrackets, namesOther, suggestColumns, writtenUnit } from '../words/synonyms.ts'
import { wordsOf } from '../words/words-by-language.ts'
import { findUnitColumn } from './unit-column.ts'
import { isCode, likelySexOf, sexOf } from '../words/words.ts'

/** The columns of the table that a column of the file may be. */
type Keys = [PatientColumnKey, ...PatientColumnKey[]]

/** Where columns of the table probably are: `isCertain` for a known heading, otherwise the admin is asked. */
export type Proposal = {
  keys: Keys
  /** Null if nothing in the file resembles it. */
  column: SurveyedColumn | null
  /** Null if it has to be chosen, or for text. */
  unit: string | null
  /** The column with the unit of each value. */
  unitColumn: SurveyedColumn | undefined
  isCertain: boolean
}

/** Whether a column contains two pressures, such as 120/80. */
export const isSplit = ({ keys: [key, other] }: Proposal) => key === systolic && other !== undefined
/** Whether a column is one of two, and which one is asked. */
export const isEither = ({ keys: [key, other] }: Proposal) => key !== systolic && other !== undefined

const keys = patientColumns.map(({ key }) => key)
const systolic = 'systolicBloodPressure'
const diastolic = 'diastolicBloodPressure'
const brain: Keys = ['cerebralInfarction', 'cerebrovascularDisease']
const measures: ReadonlySet<PatientColumnKey> = new Set(keys.filter((key) => unitsOf(key).length > 0))
const open = { unit: null, unitColumn: undefined, isCertain: false }
const inchesInFoot = 12
/** Codes and diagnoses have fewer different values than this. */
const fewWords = 20

/**
 * Proposals by headings, then by the values themselves. Columns of the table that nothing resembles are left out,
 * except member IDs.
 */
export function proposeColumns(all: readonly SurveyedColumn[]): Proposal[] {
  const rows = mostFilled(all)
  const columns = withoutRivals(withoutRivals(all), (column) => isSparse(column, rows))
  const found = new Map<PatientColumnKey, Proposal>()
  const taken = new Set<SurveyedColumn>()
  // The template has every column, and some of them may be nearly empty.
  const hasAll = keys.every((key) => columns.some((column) => column.exact === key))
  const add = (proposal: Proposal) => {
    for (const key of proposal.keys) found.set(key, proposal)
    if (proposal.column) taken.add(proposal.column)
  }
  for (const key of keys) {
    const named = columns.filter((column) => column.exact === key)
    const [first] = named.filter((column) => key !== 'memberId' || !isSparse(column, rows))
    const isDoubted = !hasAll && fillsRows(key) && first && isSparse(first, rows)
    if (first) add(byKnownHeading(key, first, columns, named.length === 1 && !isDoubted))
    for (const column of named) taken.add(column)
  }
  for (const { key, column } of likeliest(columns.filter((column) => !taken.has(column)))) {
    if (found.has(key) || taken.has(column)) continue
    const isPair = key === systolic && !found.has(diastolic) && isPairs(column.profile)
    const isBrain = brain.every((each) => !found.has(each) && column.suggestions.some(({ key }) => key === each))
    const unitColumn = findUnitColumn(key, column, columns)
    const proposedKeys: Keys = isPair ? [systolic, diastolic] : isBrain ? brain : [key]
    add({ ...proposed(proposedKeys, column), unitColumn })
  }
  for (const column of columns) {
    if (taken.has(column)) continue
    const proposal = byValues(column, found)
    if (proposal) add(proposal)
  }
  for (const key of ['height', 'weight'] as const) {
    const proposal = found.get(key)
    if (proposal?.column && !proposal.unitColumn && namedUnit(key, proposal.column) === null)
      add(withBodyUnit(key, proposal, found))
  }
  const age = found.get('age')
  if (age?.column && !age.unitColumn && namedUnit('age', age.column) === null && mayBeMonths(groupIn(found)))
    add({ ...age, unit: null, isCertain: false })
  const unused = columns.filter((column) => !taken.has(column))
  for (const key of measures) {
    const isOf = (column: SurveyedColumn) => mayBe(key, column, rows) && (key !== 'bmi' || matchesBodies(column, found))
    const fitting = found.has(key) ? [] : unused.filter(isOf)
    const named = fitting.find((column) => unitsOf(key).some(({ unit }) => unit === statedUnit(column)))
    // One pressure without the other is a pulse.
    const other = key === systolic ? diastolic : key === diastolic ? systolic : undefined
    const isAlone = other && !found.has(other) && unused.every((column) => !mayBe(other, column, rows))
    if (named) add(proposed([key], named, statedUnit(named)))
    else if (fitting.length > 0 && !isAlone) add({ ...open, keys: [key], column: null })
  }
  if (!found.has('memberId')) {
    const subject = found.get('subjectId')
    const member = findMemberId(columns.filter((column) => !taken.has(column)))
    if (!member.column && subject?.column) {
      // Studies have only one ID for each patient.
      const { profile } = subject.column
      if (canBeIds(profile) && !isSparse(subject.column, rows)) member.column = subject.column
      if (member.column) found.delete('subjectId')
      else add({ ...subject, isCertain: false })
    }
    add(member)
  }
  return keys.flatMap((key) => {
    const proposal = found.get(key)
    return proposal && proposal.keys[0] === key ? [proposal] : []
  })
}

/** Known headings in the units that they contain, whatever else is in the file. */
export const knownColumns = (columns: readonly SurveyedColumn[]): Proposal[] =>
  [...knownHeadings(columns)].map(([key, column]) => {
    return { ...open, keys: [key], column, unit: ownUnitOf(key), isCertain: true }
  })

/** Certain, unless the heading occurs twice or something specifies another unit. */
function byKnownHeading(
  key: PatientColumnKey,
  column: SurveyedColumn,
  columns: readonly SurveyedColumn[],
  isAlone: boolean,
): Proposal {
  const { profile } = column
  const areBirths = key === 'age' && Math.max(profile.dates, countFigures(profile)) * 2 > profile.filled
  const unit = areBirths ? unitOfBirths(profile) : (namedUnit(key, column) ?? likelyUnit(key, profile))
  const unitColumn = areBirths ? undefined : findUnitColumn(key, column, columns)
  const isRead = !measures.has(key) || !areUnread(profile)
  const isCertain = isAlone && isRead && unit === ownUnitOf(key) && !unitColumn
  return { ...open, keys: [key], column, unit, unitColumn, isCertain }
}

function proposed(proposedKeys: Keys, column: SurveyedColumn, named = namedUnit(proposedKeys[0], column)): Proposal {
  const [key] = proposedKeys
  const isDoubted = areDecimalFeet(named, column.profile) || isImpossible(key, named, column.profile)
  const known = isDoubted ? null : (named ?? likelyUnit(key, column.profile))
  return { ...open, keys: proposedKeys, column, unit: isBirth(known) ? unitOfBirths(column.profile) : known }
}

/** The unit that the file specifies for a column; null if it can only be guessed. */
export function namedUnit(key: PatientColumnKey, column: SurveyedColumn): string | null {
  const named = unitIn(key, column) ?? writtenUnit(key, column.title)
  return named !== null && isBirth(named) ? (unitOfBirths(column.profile) ?? named) : named
}

/** The unit in a row below the heading or in the number format. */
function unitIn(key: PatientColumnKey, { unitBelow, profile }: SurveyedColumn): string | null {
  const isOfKey = (unit: string | null) => unitsOf(key).some((each) => each.unit === unit)
  if (isOfKey(unitBelow)) return unitBelow
  return isOfKey(profile.formatUnit) ? profile.formatUnit : null
}

const imperial: ReadonlySet<string | null> = new Set(['in', 'ft', feetAndInches, 'lb', 'st', 'oz'])

/** The medians of age, height and weight, with the units that something states, or those proposed for the age. */
function groupIn(found: ReadonlyMap<PatientColumnKey, Proposal>): Group {
  const measured = (of: keyof Group) => {
    const { column, unit = null, unitColumn } = found.get(of) ?? {}
    if (!column || unitColumn) return undefined
    return { median: column.profile.median, unit: of === 'age' ? unit : namedUnit(of, column) }
  }
  return { age: measured('age'), height: measured('height'), weight: measured('weight') }
}

/** Whether a column may be the BMI of the file's heights and weights, if it has both: the medians differ by at most a tenth. */
function matchesBodies({ profile }: SurveyedColumn, found: ReadonlyMap<PatientColumnKey, Proposal>): boolean {
  const [height, weight] = (['height', 'weight'] as const).map((key) => {
    const { column, unit = null, unitColumn } = found.get(key) ?? {}
    const median = unit === null || unitColumn ? null : (column?.profile.median ?? null)
    return median === null ? undefined : toOwnUnit(key, median, unit)
  })
  if (height === undefined || weight === undefined || profile.median === null) return true
  return Math.abs(profile.median / bmiOf({ height, weight }) - 1) <= 0.1
}

/** A height or weight whose unit no one states. Beside another one that is not metric, the admin has to choose it. */
function withBodyUnit(
  key: 'height' | 'weight',
  proposal: Proposal,
  found: ReadonlyMap<PatientColumnKey, Proposal>,
): Proposal {
  const own = ownUnitOf(key)
  const unit = likelyBodyUnit(key, groupIn(found))
  const other = found.get(key === 'height' ? 'weight' : 'height')?.unit ?? null
  const { column } = proposal
  const isDoubted = (unit === own && imperial.has(other)) || (column && areDecimalFeet(unit, column.profile))
  return { ...proposal, unit: isDoubted ? null : unit, isCertain: proposal.isCertain && unit === own && !isDoubted }
}

/**
 * Which columns the headings resemble, likeliest first. The member ID chooses first, because nothing can be imported
 * without it: a column that identifies the rows before those that do not.
 */
function likeliest(columns: readonly SurveyedColumn[]) {
  const rows = mostFilled(columns)
  const suggested = columns.flatMap((column) =>
    column.suggestions.flatMap(({ key, unit, rank }) => {
      // The first of two tables side by side.
      const isFirst = columns.find(({ title }) => title === column.title) === column
      const fit = key === 'memberId' && (isSparse(column, rows) || !isFirst) ? 'none' : fits(key, unit, column)
      const isLast = fit === 'unread' || (key === 'memberId' && !identifies(column, rows))
      return fit === 'none' ? [] : [{ key, rank: isLast ? rank + 1_000 : rank, column }]
    }),
  )
  const order = ({ key, rank }: { key: PatientColumnKey; rank: number }) => (key === 'memberId' ? rank - 10_000 : rank)
  return suggested.toSorted((a, b) => order(a) - order(b))
}

/**
 * Whether at least 99 % of the rows have a member ID in this column that no other row has: the rest would be lost, and a
 * typing error is no reason to prefer the running number beside it.
 */
const identifies = ({ profile: { filled, repeats } }: SurveyedColumn, rows: number) =>
  repeats !== null && (rows - filled + repeats) * 100 <= rows

/** A legend or a note beside the table has fewer values than this share of the rows. */
const sparseShare = 0.02
const isSparse = ({ profile: { filled } }: SurveyedColumn, rows: number) => filled > 0 && filled <= rows * sparseShare

/** Few patients have a diagnosis, but most have everything else. */
const fillsRows = (key: PatientColumnKey) => unitsOf(key).length > 0 || ['memberId', 'subjectId', 'sex'].includes(key)

const mostFilled = (columns: readonly SurveyedColumn[]) => Math.max(0, ...columns.map(({ profile }) => profile.filled))

/**
 * Whether the values can be what the heading means. Columns whose values are not numbers in any interpretation are
 * asked about last.
 */
function fits(
  key: PatientColumnKey,
  unit: string | null,
  { profile, suggestions }: SurveyedColumn,
): 'all' | 'unread' | 'none' {
  const when = (condition: boolean) => (condition ? 'all' : 'none')
  const values = profile.filled - countMissing(profile)
  if (values === 0) return 'none'
  if (key === 'memberId') return when(canBeIds(profile))
  if (key === 'subjectId') return 'all'
  if (key === 'sex' && suggestions.some(({ sex }) => sex !== undefined)) return when(sayWhich(profile))
  if (!measures.has(key)) return when(countWords(profile) <= (key === 'sex' ? fewWords : 200))
  if (isBirth(unit)) return 'all'
  if (isPairs(profile)) return when(key === systolic || key === diastolic)
  const meansEither = [systolic, diastolic].every((either) => suggestions.some((each) => each.key === either))
  // A respiratory rate is an RR too.
  if (meansEither && unit === null && (profile.median ?? 0) < 40) return 'none'
  if (meansEither) return when((key === diastolic) === isDiastolic(profile))
  return areCodes(profile) || areUnread(profile) ? 'unread' : 'all'
}

/** Whether most values are not numbers in any interpretation, as 40-49. */
function areUnread(profile: ColumnProfile): boolean {
  return !isPairs(profile) && countRead(profile) * 2 < profile.filled - countMissing(profile)
}

const countRead = ({ numbers, readings }: ColumnProfile) =>
  numbers + Math.max(0, ...Object.values(readings).map((each) => each?.cells ?? 0))

/** Whether the values of a column that is headed by a sex are codes, or sexes, and not the number of such patients. */
const sayWhich = (profile: ColumnProfile) =>
  countWords(profile) < 5 && Object.keys(profile.words ?? {}).every((word) => isCode(word) || sexOf(word) !== undefined)

/** Whether a measured column has few different values, as codes do: "Weight" may be 0 for normal and 1 for overweight. */
const areCodes = (profile: ColumnProfile) => profile.filled > fewWords && countWords(profile) < 4

/** Whether the values of a column whose heading is not recognised may be those of this column, in its own unit. */
function mayBe(key: PatientColumnKey, column: SurveyedColumn, rows: number): boolean {
  const { suggestions, profile } = column
  const { filled } = profile
  if (suggestions.length > 0 || profile.areIds || namesOther(column.title)) return false
  if (filled * 2 <= rows || countRead(profile) * 10 < filled * 9 || countWords(profile) < 4) return false
  const named = measuresIn(column.title)
  if (named.length > 0) return named.includes(key)
  const stated = statedUnit(column)
  const isBody = key === 'height' || key === 'weight'
  if (stated !== null && stated !== ownUnitOf(key) && !isBody) return false
  const values = [profile.lowest, profile.median, profile.highest].flatMap((value) =>
    value === null ? [] : (toOwnUnit(key, value, stated) ?? []),
  )
  const [lowest, median, highest] = values
  if (values.length === 0 && isBody) return unitsOf(key).some(({ unit }) => unit === stated)
  if (lowest === undefined || median === undefined || highest === undefined) return false
  if (key === 'age' && !values.every(Number.isInteger)) return false
  const { min = 0, max = Infinity } = patientBounds[key] ?? {}
  // A length may be the height of a newborn.
  if (isBody && stated !== null) return lowest >= min && highest <= max
  const [from, fromMedian, toMedian, to] = usualGroups[key] ?? [0, 0, 0, 0]
  return lowest >= from && highest <= to && median >= fromMedian && median <= toMedian
}

/** The unit of a column whose heading is not recognised, as in "Glucose (mg/dL)" and "Years"; null without one. */
function statedUnit({ title, unitBelow, profile }: SurveyedColumn): string | null {
  const bracketed = inBrackets(title)
  return findUnit(bracketed ?? title) ?? bracketed ?? unitBelow ?? profile.formatUnit ?? unitOfTexts(profile)
}

/** A unit, if each value has one. */
function unitOfTexts({ numbers, readings }: ColumnProfile): string | null {
  const { unit_in_cell: withUnit, ...others } = readings
  const areAll = numbers === 0 && Object.values(others).every((each) => each === undefined)
  return (areAll && findNumber(withUnit?.samples[0] ?? '')?.unit) || null
}

/** "Blood pressure" without another word is the first of the two, unless its values are those of the second. */
const isDiastolic = ({ median }: ColumnProfile) => median !== null && median >= 40 && median < 95

/** Proposals from the values of a column whose heading is unknown. */
function byValues(column: SurveyedColumn, found: ReadonlyMap<PatientColumnKey, Proposal>): Proposal | undefined {
  const { profile } = column
  if (profile.filled < 2 || namesOther(column.title)) return undefined
  const words = Object.keys(profile.words ?? {})
  const sexes = Object.entries(profile.words ?? {}).filter(([word]) => likelySexOf(word, words) !== undefined)
  // Few patients have another one.
  const areSexes =
    sexes.length > 0 &&
    words.length <= fewWords &&
    countRows(sexes) * 10 >= (profile.filled - countMissing(profile)) * 9
  if (!found.has('sex') && areSexes) return proposed(['sex'], column)
  if (!found.has(systolic) && !found.has(diastolic) && isPairs(profile) && mayBePressures(column)) {
    return proposed([systolic, diastolic], column)
  }
  return undefined
}

/** The measures that single words of a heading mean. */
const measuresIn = (title: string) =>
  wordsOf(title).flatMap((word) => suggestColumns(word).flatMap(({ key }) => (measures.has(key) ? key : [])))

/** “Height/weight” is not a blood pressure, and neither is 20/40. */
function mayBePressures({ title, profile }: SurveyedColumn): boolean {
  const isBody = measuresIn(title).some((key) => key !== systolic && key !== diastolic)
  const pairs = profile.samples.flatMap((text) => [splitPair(text) ?? []])
  return !isBody && pairs.every(([first, second]) => !(Number(first) <= Number(second)))
}

/** The first column with something like an ID in every row. */
function findMemberId(columns: readonly SurveyedColumn[]): Proposal {
  const rows = mostFilled(columns)
  const column = columns.find(({ profile }) => profile.areIds && profile.filled === rows)
  return { ...open, keys: ['memberId'], column: column ?? null }
}

/**
 * Values with decimals are measurements, values without digits are names, and a value that all rows share is a study.
 */
const canBeIds = ({ filled, numbers, lowest, highest, samples, words }: ColumnProfile) =>
  (filled === 1 || words === null || Object.keys(words).length > 1) &&
  (numbers === 0 || (Number.isInteger(lowest) && Number.isInteger(highest))) &&
  samples.some((text) => /\p{N}/u.test(text))

/**
 * Whether nothing contradicts a proposal: its heading means this column and nothing else, no other column may be it, and
 * its values are in the stated unit, or in the table's. The Member ID, which decides everything, is always confirmed.
 */
export function isSure(
  { keys: proposedKeys, column, unit, unitColumn }: Proposal,
  columns: readonly SurveyedColumn[],
): boolean {
  const [key] = proposedKeys
  if (!column || key === 'memberId' || unitColumn || isSparse(column, mostFilled(columns))) return false
  const { profile } = column
  if (measures.has(key) && (areCodes(profile) || isImpossible(key, unit, profile))) return false
  if (measures.has(key) && !isBirth(unit) && areUnread(profile)) return false
  const explained = columns.filter((each) => meaningsOf(each).includes(key))
  const isAlone = explained.length === 1 && explained[0] === column
  const isPlain = meaningsOf(column).every((each) => proposedKeys.includes(each))
  if (!isAlone || !isPlain || unitsOf(key).length < 2) return isAlone && isPlain
  return unit !== null && [namedUnit(key, column), ownUnitOf(key)].includes(unit)
}

/** Whether half of the values of a column are outside its limits: its heading means something else. */
function isImpossible(key: PatientColumnKey, unit: string | null, { median }: ColumnProfile): boolean {
  const bounds = patientBounds[key]
  const value = median === null || unit === null ? undefined : toOwnUnit(key, median, unit)
  return bounds !== undefined && value !== undefined && (value < bounds.min || value > bounds.max)
}

/** Whether a height of 5.11 or 5,11 feet may be a decimal or eleven inches. */
function areDecimalFeet(unit: string | null, { numbers, filled, readings, samples }: ColumnProfile): boolean {
  const decimals = numbers + (readings.decimal_comma?.cells ?? 0)
  // Beside 5'11", 5,6 is 5 ft 6 in.
  const areFew = decimals * 2 <= filled && (decimals === 0 || !readings.unit_in_cell)
  if ((unit !== feetAndInches && unit !== 'ft') || areFew) return false
  return samples.every((text) => Number(text.split(/[.,]/)[1] ?? 0) < inchesInFoot)
}

/** If a heading contains a unit, as in "Ht (in)", it is not a diagnosis. */
function meaningsOf({ exact, suggestions }: SurveyedColumn): PatientColumnKey[] {
  const hasUnit = suggestions.some(({ unit }) => unit !== null)
  const meant = suggestions.filter(({ unit }) => unit !== null || !hasUnit)
  return exact === null ? meant.map(({ key }) => key) : [exact]
}

const isPairs = (profile: ColumnProfile) => profile.pairs > 0 && profile.pairs * 5 >= profile.filled * 3
const countWords = ({ words }: ColumnProfile) => (words === null ? Infinity : Object.keys(words).length)
