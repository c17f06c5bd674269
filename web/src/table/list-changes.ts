import { isolate } from '../lib/isolate.ts'
import { formatCount } from '../lib/numbers.ts'
import type { Sort } from './column.ts'

/** What a reader can change about a list, and the result. */
export type ListFacts = {
  /** The name of a row, in singular and plural. */
  noun: [string, string]
  search: string
  page: number
  sort: Sort | null
  /** The heading of the sorted column. */
  sortedBy: string | undefined
  total: number
  totalPages: number
}

/** Describes the change for screen readers. Empty if the list is empty, because that has its own message. */
export function describeChange(before: ListFacts, now: ListFacts): string {
  const { search, page, sort, sortedBy, total, totalPages } = now
  if (total === 0) return ''
  if (search !== before.search) {
    const amount = `${formatCount(total)} ${now.noun[total === 1 ? 0 : 1]}`
    return search === '' ? amount : `${amount} for ${isolate(search)}`
  }
  if (sort?.key !== before.sort?.key || sort?.order !== before.sort?.order)
    return sort
      ? `Sorted by ${sortedBy ?? sort.key}, ${sort.order === 'asc' ? 'ascending' : 'descending'}`
      : 'Not sorted'
  if (page !== before.page) return `Page ${formatCount(page)} of ${formatCount(totalPages)}`
  return ''
}
