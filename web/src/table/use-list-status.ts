import { useEffect, useRef, useState } from 'react'
import { describeChange, type ListFacts } from './list-changes.ts'

/** The text of a list's status region: the result of the last change, once it has loaded. */
export function useListStatus(facts: ListFacts | undefined): string {
  const [text, setText] = useState('')
  const told = useRef<ListFacts>(undefined)
  useEffect(() => {
    if (!facts) return
    if (told.current && hasChanged(told.current, facts)) setText(describeChange(told.current, facts))
    told.current = facts
  }, [facts])
  return text
}

function hasChanged(before: ListFacts, now: ListFacts): boolean {
  return (
    before.search !== now.search ||
    before.page !== now.page ||
    before.sort?.key !== now.sort?.key ||
    before.sort?.order !== now.sort?.order
  )
}
