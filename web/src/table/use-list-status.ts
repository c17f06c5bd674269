import type { PageMeta } from '@health-console/contract/paging.ts'
import { useEffect, useRef, useState } from 'react'
import { describeChange, type ListFacts } from './list-changes.ts'

type List = Pick<ListFacts, 'noun' | 'search' | 'sort'> & { columns: { key: string; label: string }[] }

/** @param meta undefined while the answer is being fetched */
export function useListStatus(
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
  return useChangeStatus(facts, describeChange)
}

/**
 * The text of a list's status region: the result of the last change, once it has loaded.
 * @param describe null if nothing has changed
 */
export function useChangeStatus<Facts>(
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
