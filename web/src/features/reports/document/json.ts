import { foldSearch } from '@health-console/contract/values/search-text.ts'

export type Json = string | number | WrittenNumber | boolean | null | Json[] | { [key: string]: Json }
export type Branch = Json[] | { [key: string]: Json }
export type Entry = { key: string; value: Json }

/** A number whose own text is more exact: 12345678901234567890, or 61.50. */
export class WrittenNumber {
  readonly value: number
  readonly text: string

  constructor(value: number, text: string) {
    this.value = value
    this.text = text
  }
}

/**
 * A stored report, with its numbers as they are written. Browsers that do not provide the original text show the
 * values.
 */
export function parseDocument(text: string): { [key: string]: Json } {
  return JSON.parse(text, (_key, value: Json, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined && context.source !== String(value)
      ? new WrittenNumber(value, context.source)
      : value,
  )
}

export function isBranch(value: Json): value is Branch {
  return typeof value === 'object' && value !== null && !(value instanceof WrittenNumber)
}

/** The value at a path: the keys that lead to it, outermost first, joined by points. */
export function valueAt(document: { [key: string]: Json }, path: string): Json | undefined {
  let value: Json | undefined = document
  for (const key of path.split('.')) {
    if (value === undefined || !isBranch(value) || Array.isArray(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/** The values of an object or list with their keys. Items of a list are numbered from 1. */
export function entriesOf(branch: Branch): Entry[] {
  if (Array.isArray(branch)) return branch.map((value, index) => ({ key: String(index + 1), value }))
  return Object.entries(branch).map(([key, value]) => ({ key, value }))
}

export function textOf(leaf: Exclude<Json, Branch>): string {
  if (leaf instanceof WrittenNumber) return leaf.text
  return leaf === '' ? '""' : String(leaf)
}

/** Whether a key or value at or below this entry contains the text, ignoring case and accents. */
export function hasText(entry: Entry, text: string): boolean {
  return countText(entry, foldSearch(text)) > 0
}

/** The number of keys and values of a document that contain the text. */
export function countMatches(document: Branch, text: string): number {
  return entriesOf(document).reduce((sum, entry) => sum + countText(entry, foldSearch(text)), 0)
}

function countText({ key, value }: Entry, folded: string): number {
  const here = foldSearch(key).includes(folded) ? 1 : 0
  if (isBranch(value)) return here + entriesOf(value).reduce((sum, entry) => sum + countText(entry, folded), 0)
  return here || (foldSearch(textOf(value)).includes(folded) ? 1 : 0)
}

/** Splits a key or value into pieces. Every second piece is a match, as `hasText` compares. */
export function splitAtText(within: string, text: string): string[] {
  const searched = foldSearch(text)
  const folded = foldSearch(within)
  const pieces = ['']
  let at = 0
  let foundAt = folded.indexOf(searched)
  // When a letter with its accents is folded, its length may stay the same, shrink or grow.
  for (const letter of within.match(/\P{M}[\p{M}゛゜ﾞﾟ]*|\p{M}+/gu) ?? []) {
    const end = at + foldSearch(letter).length
    if (foundAt >= 0 && foundAt + searched.length <= at) foundAt = folded.indexOf(searched, at)
    const isFound = foundAt >= 0 && foundAt < end && at < foundAt + searched.length
    if (isFound !== (pieces.length % 2 === 0)) pieces.push('')
    pieces[pieces.length - 1] += letter
    at = end
  }
  return pieces
}

const fewestPoints = 4

/** The numbers of a list that can be drawn as a line: a list of numbers, or of objects with a time and a number. */
export function seriesOf(value: Json): number[] | null {
  if (!Array.isArray(value) || value.length < fewestPoints) return null
  const points = value.map((item) => numberOf(isBranch(item) ? numberAtTime(item) : item))
  return points.every(isFinite) ? points : null
}

/** 1e400 is infinite and has no position in a line. */
const isFinite = (value: Json): value is number => Number.isFinite(value)

const numberOf = (value: Json) => (value instanceof WrittenNumber ? value.value : value)

/** The only number beside a time: 61 in { "time": "2026-11-20T07:17:00Z", "bpm": 61 }. */
function numberAtTime(item: Branch): Json {
  if (Array.isArray(item)) return null
  const others = Object.entries(item).filter(([key]) => !/time|date|hour|minute|second|^at$|At(Ms)?$/.test(key))
  return others.length === 1 && others.length < Object.keys(item).length ? (others[0]?.[1] ?? null) : null
}
