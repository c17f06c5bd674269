import type { PageMeta } from '@health-console/contract/http/paging.ts'
import { useEffect, useRef, useState } from 'react'
import { isolate } from '../lib/isolate.ts'
import { formatCount } from '../lib/numbers.ts'
import type { Sort } from './column.ts'

type List = Pick<ListFacts, 'noun' | 'search' | 'sort'> & { columns: { key: string; label: string }[] }

/** @param meta undefined while the response is being fetched */
export function useListAnnouncement(
  { columns, ...list }: List,
  meta: Pick<PageMeta, 'page' | 'totalAmount' | 'totalPages'> | undefined,
): string {
  const facts = meta && {
    ...list,
    sortedBy: columns.find(({ key }) => key === list.sort?.key)?.label,
    page: meta.page,
    total: meta.totalAmount,
    totalPages: meta.totalPages,
  }
  return useChangeAnnouncement(facts, describeChange)
}

/**
 * The text of a list's status region: the result of the last change, once it has loaded.
 * @param describe null if nothing has changed
 */
export function useChangeAnnouncement<Facts>(
  facts: Facts | undefined,
  describe: (before: Facts, now: Facts) => string | null,
): string {
  const [text, setText] = useState('')
  const announced = useRef<Facts>(undefined)
  useEffect(() => {
    if (!facts) return
    const change = announced.current ? describe(announced.current, facts) : null
    if (change !== null) setText(change)
    announced.current = facts
  }, [facts, describe])
  return text
}

/** The parts of a list that a reader can change, and the result. */
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

/**
 * Describes the change for screen readers; null if there was none. Empty if the list is empty, because that has its own
 * message.
 */
export function describeChange(before: ListFacts, now: ListFacts): string | null {
  const { search, page, sort, sortedBy, total, totalPages } = now
  const isSearched = search !== before.search
  const isSorted = sort?.key !== before.sort?.key || sort?.order !== before.sort?.order
  if (!isSearched && !isSorted && page === before.page) return null
  if (total === 0) return ''
  if (isSearched) {
    const amount = `${formatCount(total)} ${now.noun[total === 1 ? 0 : 1]}`
    return search === '' ? amount : `${amount} for ${isolate(search)}`
  }
  if (!isSorted) return `Page ${formatCount(page)} of ${formatCount(totalPages)}`
  return sort ? `Sorted by ${sortedBy ?? sort.key}, ${sort.order === 'asc' ? 'ascending' : 'descending'}` : 'Not sorted'
}
