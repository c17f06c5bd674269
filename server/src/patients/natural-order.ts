import { foldText } from '@health-console/contract/text.ts'

type Value = string | number | null

/**
 * The positions (from 1) of the values in sorted order: numbers by value, text in natural order, equal values in the
 * order of the file, missing values last ascending and first descending.
 */
export function sortedPositions(values: readonly Value[], order: 'asc' | 'desc'): Uint32Array<ArrayBuffer> {
  const keys = values.map((value) => (typeof value === 'string' ? naturalKey(value) : value))
  const distinct = [...new Set(keys)].filter((key) => key !== null).sort(compareKeys)
  const ranks = new Map(distinct.map((key, rank) => [key, rank]))
  const rankOf = (key: Value): number => {
    const rank = key === null ? distinct.length : (ranks.get(key) ?? 0)
    return order === 'asc' ? rank : distinct.length - rank
  }
  // A counting sort: the first pass finds where each rank begins, the second fills in the positions.
  const next = new Uint32Array(distinct.length + 2)
  for (const key of keys) next[rankOf(key) + 1] = at(next, rankOf(key) + 1) + 1
  for (let rank = 1; rank < next.length; rank += 1) next[rank] = at(next, rank) + at(next, rank - 1)
  const positions = new Uint32Array(values.length)
  for (const [index, key] of keys.entries()) {
    const rank = rankOf(key)
    const place = at(next, rank)
    positions[place] = index + 1
    next[rank] = place + 1
  }
  return positions
}

function at(array: Uint32Array, index: number): number {
  return array[index] ?? 0
}

/** Compares values of one column, which are all text or all numbers. */
function compareKeys(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * A key whose plain comparison gives natural order: "9" before "10", ignoring case and accents. Each run of digits is
 * prefixed with its length.
 */
export function naturalKey(text: string): string {
  return foldText(text).replaceAll(/\d+/g, (digits) => {
    const significant = digits.replace(/^0+(?=\d)/, '')
    return `0${String.fromCharCode(significant.length)}${significant}`
  })
}

/** The form in which a search compares text: ignores case and compatibility variants of a character, not accents. */
export function searchKey(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
