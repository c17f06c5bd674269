import { formatCount } from '../lib/numbers.ts'
import type { Sort } from './column.ts'

/** What a reader can change about a list, and what came of it. */
export type ListFacts = {
  /** What the rows are: one, and several of them. */
  noun: [string, string]
  search: string
  page: number
  sort: Sort | null
  /** The heading of the column that is sorted by. */
  sortedBy: string | undefined
  total: number
  totalPages: number
}

/** The change as it is said to a screen reader; nothing where an empty list says it itself. */
export function describeChange(before: ListFacts, now: ListFacts): string {
  const { search, page, sort, sortedBy, total, totalPages } = now
  if (total === 0) return ''
  if (search !== before.search) {
    const amount = `${formatCount(total)} ${now.noun[total === 1 ? 0 : 1]}`
    return search === '' ? amount : `${amount} for ${search}`
  }
  if (sort?.key !== before.sort?.key || sort?.order !== before.sort?.order)
    return sort
      ? `Sorted by ${sortedBy ?? sort.key}, ${sort.order === 'asc' ? 'ascending' : 'descending'}`
      : 'Not sorted'
  if (page !== before.page) return `Page ${formatCount(page)} of ${formatCount(totalPages)}`
  return ''
}
