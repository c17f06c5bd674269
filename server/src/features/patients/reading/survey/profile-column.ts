import { cellReadings, type CellReading } from '@health-console/contract/patients/answers.ts'
import { maxIdLength } from '@health-console/contract/patients/checks.ts'
import { daysIn } from '@health-console/contract/patients/measures.ts'
import { isIdColumn } from '@health-console/contract/patients/patients.ts'
import { readTypedDate } from '@health-console/contract/values/typed-dates.ts'
import { findNumber, splitPair } from '@health-console/contract/patients/numbers-in-text.ts'
import { findUnit } from '@health-console/contract/patients/unit-spellings.ts'
import type { Cell } from '../../../../core/spreadsheet/cells.ts'
import { type CellStyle, plainStyle } from '../../../../core/spreadsheet/styles.ts'
import { inOneLine, numberBehind } from '../words/cell-text.ts'
import { idKeyOf, textOf } from '../words/read-value.ts'
import type { Heading } from './find-heading-row.ts'
import { missingNumbers, missingWord } from '../words/words.ts'

/**
 * A summary of the values in one column of a file. It is plain data, because it is stored until the import has ended.
 */
export type ColumnProfile = {
  /** The number of cells with a value, missing or not. */
  filled: number
  numbers: number
  /** The decimals of the first thousand numbers. */
  median: number | null
  lowest: number | null
  highest: number | null
  dates: number
  /** The first and the last date; null without dates. */
  days: string[]
  /**
   * The number of texts such as 31/03/1980, by what the order of day and month can be. Absent from the surveys of
   * version 1.0.0.
   */
  orders?: DateOrders
  /** The number of cells such as 120/80. */
  pairs: number
  samples: string[]
  /** The values, and in how many rows each occurs; null if they are more than 200, or too long for codes. */
  words: Record<string, number> | null
  /** The texts that are neither a number in any interpretation nor a date, in the same way. */
  texts: Record<string, number> | null
  missingWords: Record<string, number>
  missingNumbers: Record<string, number>
  readings: Partial<Record<CellReading, { cells: number; samples: string[] }>>
  /** The unit, if number formats show only one. */
  formatUnit: string | null
  /** Whether all values are different and look like IDs: letters with digits, or numbers from 1 on. */
  areIds: boolean
  /**
   * How many cells repeat an earlier value, in a column that may contain the member IDs; null in others, if a value
   * cannot be an ID, and if there are too many to count.
   */
  repeats: number | null
}

/** Member IDs that occur more than once. */
export type RepeatedIds = { ids: number; rows: number; examples: string[] }

/** The number of dates that can only be in one order, in either, or need none. An earlier version did not count the last. */
type DateOrders = { dayFirst: number; monthFirst: number; either: number; none?: number }

const mostWords = 200
const mostCodes = 60
const longestWord = 100
const sampledNumbers = 1_000
export const samplesKept = 3
const sampleLength = 40

/** How many different texts and IDs may be stored for a whole file, because a hostile one has millions. */
export class WordBudget {
  left = 50_000
  idsLeft = 4_000_000
}

/** Examines the cells of a column one by one. */
export class ColumnProfiler {
  readonly #budget: WordBudget
  #filled = 0
  #numbers = 0
  #dates = 0
  #days: string[] = []
  readonly #orders: DateOrders = { dayFirst: 0, monthFirst: 0, either: 0, none: 0 }
  #pairs = 0
  #lowest = Infinity
  #highest = -Infinity
  readonly #first: number[] = []
  readonly #samples: string[] = []
  #words: Map<string, number> | null = new Map()
  #texts: Map<string, number> | null = new Map()
  /** Texts that wait to be interpreted as numbers, once each; null if they are too many to wait. */
  #waiting: Map<string, number> | null = new Map()
  readonly #missing = new Map<string, number>()
  readonly #missingNumbers = new Map<number, number>()
  readonly #readings = new Map<CellReading, { cells: number; samples: string[] }>()
  readonly #formatUnits = new Set<string>()
  #lastStyle: CellStyle = plainStyle
  /** Null once a value cannot be an ID, or occurs twice where repeats do not count, or there are too many. */
  #ids: Set<string | number> | null = new Set()
  /** In a column that may contain the member IDs: the rows of each one beyond its first. */
  readonly #furtherRows = new Map<string | number, number>()
  #lookLikeIds = true

  readonly #ticksAreAnswers: boolean
  readonly #mayBeMemberIds: boolean

  constructor(budget: WordBudget, { exact, suggestions }: Pick<Heading, 'exact' | 'suggestions'>) {
    this.#budget = budget
    // A box that is not ticked is a value under “Male”, and empty elsewhere.
    this.#ticksAreAnswers = suggestions.some(({ sex }) => sex !== undefined)
    const keys = [exact ?? [], ...suggestions.map(({ key }) => key)].flat()
    this.#mayBeMemberIds = keys.some(isIdColumn)
  }

  take(cell: Cell): void {
    this.#filled += 1
    if (this.#samples.length < samplesKept) this.#addSample(cell)
    const text = cell.type === 'number' ? cell.text : textOf(cell)
    if (this.#ids !== null) this.#takeId(this.#ids, cell.type === 'number' ? cell.value : idIn(cell, text))
    const number = cell.type === 'number' ? cell : numberBehind(cell)
    if (number) return this.#takeNumber(number)
    if (text === '') return
    const missing = this.#ticksAreAnswers && cell.type === 'boolean' ? undefined : missingWord(cell, text)
    if (missing !== undefined) return this.#takeMissing(missing.slice(0, sampleLength))
    this.#words = addWord(this.#words, text, this.#budget)
    if (cell.type === 'date') this.#takeDate(cell.iso.slice(0, 10))
    else if (cell.type === 'text') this.#takeText(text)
    else this.#texts = addWord(this.#texts, text, this.#budget)
  }

  end(): ColumnProfile {
    this.#readWaiting()
    const sorted = this.#first.toSorted((a, b) => a - b)
    const units = [...this.#formatUnits]
    return {
      filled: this.#filled,
      numbers: this.#numbers,
      median: sorted[Math.floor(sorted.length / 2)] ?? null,
      lowest: Number.isFinite(this.#lowest) ? this.#lowest : null,
      highest: Number.isFinite(this.#highest) ? this.#highest : null,
      dates: this.#dates,
      days: this.#days,
      orders: this.#orders,
      pairs: this.#pairs,
      samples: this.#samples,
      words: this.#words && Object.fromEntries(this.#words),
      texts: this.#texts && Object.fromEntries(this.#texts),
      missingWords: Object.fromEntries(this.#missing),
      missingNumbers: Object.fromEntries(this.#missingNumbers),
      readings: Object.fromEntries(this.#readings),
      formatUnit: units.length === 1 ? (units[0] ?? null) : null,
      areIds: this.#areDifferent() && this.#filled > 1 && (this.#numbers === 0 || this.#areCounted()),
      repeats: this.#ids === null ? null : sumOf(this.#furtherRows),
    }
  }

  get repeated(): RepeatedIds | null {
    return this.#ids === null ? null : describeRepeated(this.#furtherRows)
  }

  #takeId(ids: Set<string | number>, id: string | number): void {
    const isKnown = ids.has(id)
    if (isKnown && this.#mayBeMemberIds) return count(this.#furtherRows, id)
    // The test is slow, and superfluous once a value has occurred twice.
    if (this.#furtherRows.size === 0) this.#lookLikeIds &&= typeof id === 'number' || looksLikeId(id)
    const canBeId = typeof id === 'number' ? Number.isInteger(id) : id !== '' && id.length <= maxIdLength
    const isKept = canBeId && !isKnown && this.#budget.idsLeft > 0
    if (isKept) ids.add(id)
    else this.#ids = null
    this.#budget.idsLeft += isKept ? -1 : ids.size
  }

  /** Whether every value looks like an ID and none occurs twice. */
  #areDifferent = () => this.#ids !== null && this.#furtherRows.size === 0 && this.#lookLikeIds

  /** Whether the column has only different whole numbers, starting at 0 or 1. */
  #areCounted(): boolean {
    const isFirst = this.#lowest === 0 || this.#lowest === 1
    return isFirst && this.#numbers === this.#filled && this.#highest - this.#lowest + 1 === this.#filled
  }

  #takeNumber({ value, text, style }: Extract<Cell, { type: 'number' }>): void {
    this.#numbers += 1
    if (this.#first.length < sampledNumbers) this.#first.push(value)
    if (value < this.#lowest) this.#lowest = value
    if (value > this.#highest) this.#highest = value
    // It is looked up only if it may be one, because nearly no number is.
    if ((value < 0 || value >= 99) && missingNumbers.has(value)) count(this.#missingNumbers, value)
    if (this.#words !== null) this.#takeNumberAsWord(this.#words, text)
    if (style === this.#lastStyle) return
    this.#lastStyle = style
    const unit = findUnit(style.after) ?? findUnit(style.before)
    if (unit !== undefined) this.#formatUnits.add(unit)
  }

  #takeNumberAsWord(words: Map<string, number>, text: string): void {
    // Codes have few different values; measurements have many.
    this.#words = words.size > mostCodes ? dropWords(words, this.#budget) : addWord(words, text, this.#budget)
  }

  #takeDate(day: string): void {
    this.#dates += 1
    const [first = day, last = day] = this.#days
    if (day <= first || day >= last) this.#days = [day < first ? day : first, day > last ? day : last]
  }

  #takeMissing(text: string): void {
    count(this.#missing, this.#missing.size < mostWords || this.#missing.has(text) ? text : '…')
  }

  #takeText(text: string): void {
    if (!this.#waiting || text.length > longestWord) return this.#readText(text, 1)
    count(this.#waiting, text)
    if (this.#waiting.size > mostWords) this.#readWaiting()
  }

  #readWaiting(): void {
    for (const [text, cells] of this.#waiting ?? []) this.#readText(text, cells)
    this.#waiting = null
  }

  #readText(text: string, cells: number): void {
    const pair = splitPair(text)
    if (pair) this.#pairs += cells
    const found = findNumber(text)
    if (!found) {
      if (pair && this.#first.length < sampledNumbers) this.#first.push(Number(pair[0]))
      const order = orderOf(text)
      if (order !== undefined) this.#orders[order] = (this.#orders[order] ?? 0) + cells
      else this.#texts = addWord(this.#texts, text, this.#budget, cells)
      return
    }
    // A number with its unit says nothing about the other values.
    if (found.unit === undefined) this.#noteNumber(found.asDecimal ?? found.value, cells)
    if (found.needs.length === 0) {
      this.#numbers += cells
      if (missingNumbers.has(found.value)) count(this.#missingNumbers, found.value, cells)
    }
    for (const reading of found.needs) {
      const seen = this.#readings.get(reading) ?? { cells: 0, samples: [] }
      seen.cells += cells
      if (seen.samples.length < samplesKept && !seen.samples.includes(text)) seen.samples.push(text)
      this.#readings.set(reading, seen)
    }
  }

  #noteNumber(value: number, cells: number): void {
    const sampled = Math.min(cells, sampledNumbers - this.#first.length)
    for (let index = 0; index < sampled; index += 1) this.#first.push(value)
    if (value < this.#lowest) this.#lowest = value
    if (value > this.#highest) this.#highest = value
  }

  #addSample(cell: Cell): void {
    const { before, after } = cell.type === 'number' ? cell.style : plainStyle
    const text = `${before}${inOneLine(cell)}${after}`
    if (text !== '') this.#samples.push(text.slice(0, sampleLength).toWellFormed())
  }
}

/** @param furtherRows the rows of each member ID beyond its first */
export function describeRepeated(furtherRows: ReadonlyMap<string | number, number>): RepeatedIds | null {
  const [ids, examples] = [furtherRows.size, [...furtherRows.keys()].slice(0, samplesKept)]
  return ids === 0
    ? null
    : { ids, rows: ids + sumOf(furtherRows), examples: examples.map((id) => String(id).slice(0, sampleLength)) }
}

const sumOf = (counts: ReadonlyMap<unknown, number>) => [...counts.values()].reduce((sum, rows) => sum + rows, 0)

/** Only texts and numbers can be IDs. */
const idIn = (cell: Cell, text: string) => (cell.type === 'text' ? idKeyOf(text) : '')

/** Letters and digits without spaces, which are neither a measured value nor a date. */
const looksLikeId = (text: string) =>
  text.length <= sampleLength &&
  /^[\p{L}\p{N}._/#-]+$/u.test(text) &&
  /\p{L}/u.test(text) &&
  /\d/.test(text) &&
  !findNumber(text)

/** @returns null once there are too many, and from then on */
function addWord(
  words: Map<string, number> | null,
  text: string,
  budget: WordBudget,
  cells = 1,
): Map<string, number> | null {
  if (words === null) return null
  const known = words.get(text)
  if (known !== undefined) {
    words.set(text, known + cells)
    return words
  }
  if (text.length > longestWord || words.size === mostWords || budget.left === 0) {
    return dropWords(words, budget)
  }
  budget.left -= 1
  words.set(text, cells)
  return words
}

function dropWords(words: Map<string, number>, budget: WordBudget): null {
  budget.left += words.size
  return null
}

function count<Key>(counts: Map<Key, number>, key: Key, cells = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + cells)
}

/** How many cells have a placeholder, such as N/A, in place of a value. */
export const countMissing = ({ missingWords }: Pick<ColumnProfile, 'missingWords'>): number =>
  Object.values(missingWords).reduce((total, cells) => total + cells, 0)

export const countRows = (words: readonly [string, number][]) => words.reduce((sum, [, rows]) => sum + rows, 0)

/** The combined profile of columns with the same heading in two sheets. */
export function joinProfiles(a: ColumnProfile, b: ColumnProfile): ColumnProfile {
  const readings = cellReadings.flatMap((reading) => {
    const [x, y] = [a.readings[reading], b.readings[reading]]
    if (!x && !y) return []
    const samples = [...(x?.samples ?? []), ...(y?.samples ?? [])].slice(0, samplesKept)
    return [[reading, { cells: (x?.cells ?? 0) + (y?.cells ?? 0), samples }] as const]
  })
  return {
    filled: a.filled + b.filled,
    numbers: a.numbers + b.numbers,
    median: a.numbers >= b.numbers ? a.median : b.median,
    lowest: extreme(Math.min, a.lowest, b.lowest),
    highest: extreme(Math.max, a.highest, b.highest),
    dates: a.dates + b.dates,
    days: endsOf([...a.days, ...b.days]),
    orders: joinOrders(a.orders, b.orders),
    pairs: a.pairs + b.pairs,
    samples: [...a.samples, ...b.samples].slice(0, samplesKept),
    words: joinWords(a.words, b.words),
    texts: joinWords(a.texts, b.texts),
    missingWords: joinWords(a.missingWords, b.missingWords) ?? {},
    missingNumbers: joinWords(a.missingNumbers, b.missingNumbers) ?? {},
    readings: Object.fromEntries(readings),
    formatUnit: a.formatUnit === b.formatUnit ? a.formatUnit : null,
    areIds: a.areIds && b.areIds,
    repeats: a.repeats === null || b.repeats === null ? null : a.repeats + b.repeats,
  }
}

const noOrders: DateOrders = { dayFirst: 0, monthFirst: 0, either: 0 }

const joinOrders = (a = noOrders, b = noOrders): DateOrders => ({
  dayFirst: a.dayFirst + b.dayFirst,
  monthFirst: a.monthFirst + b.monthFirst,
  either: a.either + b.either,
  none: (a.none ?? 0) + (b.none ?? 0),
})

/** The order of a date; undefined for any other text. */
function orderOf(text: string): keyof DateOrders | undefined {
  const [day = ''] = daysIn(text)
  // Other calendars count from another year.
  if (!/(?<!\d)(?:18|19|20)\d\d(?!\d)/.test(day)) return undefined
  const isDayFirst = readTypedDate(day, null, 'dayFirst') !== null
  const isMonthFirst = readTypedDate(day, null, 'monthFirst') !== null
  if (readTypedDate(day, null, null) !== null) return 'none'
  if (!isDayFirst && !isMonthFirst) return undefined
  return isDayFirst && isMonthFirst ? 'either' : isDayFirst ? 'dayFirst' : 'monthFirst'
}

/** The first and the last of some days. */
export function endsOf(days: readonly string[]): string[] {
  const sorted = days.toSorted()
  return sorted.length === 0 ? [] : [...sorted.slice(0, 1), ...sorted.slice(-1)]
}

function extreme(pick: (a: number, b: number) => number, a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : pick(a, b)
}

type Words = Record<string, number> | null

function joinWords(a: Words, b: Words): Words {
  if (a === null || b === null) return null
  const joined = new Map(Object.entries(a))
  for (const [word, rows] of Object.entries(b)) joined.set(word, (joined.get(word) ?? 0) + rows)
  return joined.size > mostWords ? null : Object.fromEntries(joined)
}
