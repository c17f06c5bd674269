import { foldText } from '@health-console/contract/text.ts'

type Value = string | number | null

/** Two values of a column that are equal when it is sorted have the same rank; missing ones have the last. */
type Ranks = { of: Uint32Array; last: number }

/**
 * The positions (from 1) of the values in both sorted orders: numbers by value, text in natural order, equal values in
 * the order of the file, missing values last ascending and first descending.
 */
export function sortPositions(values: readonly Value[]): Record<'asc' | 'desc', Uint32Array<ArrayBuffer>> {
  const { of, last } = rankValues(values)
  return {
    asc: sortByRank({ of, last }),
    desc: sortByRank({ of: of.map((rank) => last - rank), last }),
  }
}

function rankValues(values: readonly Value[]): Ranks {
  const keyed = [...new Set(values)]
    .filter((value) => value !== null)
    .map((value) => ({ value, key: typeof value === 'string' ? naturalKey(value) : value }))
    .sort((a, b) => compareKeys(a.key, b.key))
  const ranks = new Map<Value, number>()
  let last = 0
  for (const [index, { value, key }] of keyed.entries()) {
    ranks.set(value, last)
    if (keyed[index + 1]?.key !== key) last += 1
  }
  return { of: Uint32Array.from(values, (value) => ranks.get(value) ?? last), last }
}

/** A counting sort: the first pass finds where each rank begins, the second fills in the positions. */
function sortByRank({ of, last }: Ranks): Uint32Array<ArrayBuffer> {
  const next = new Uint32Array(last + 2)
  for (const rank of of) next[rank + 1] = at(next, rank + 1) + 1
  for (let rank = 1; rank < next.length; rank += 1) next[rank] = at(next, rank) + at(next, rank - 1)
  const positions = new Uint32Array(of.length)
  for (let index = 0; index < of.length; index += 1) {
    const rank = at(of, index)
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
