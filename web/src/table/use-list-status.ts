import { useEffect, useRef, useState } from 'react'
import { describeChange, type ListFacts } from './list-changes.ts'

/** The text of a list's status region: the result of the last change, once it has loaded. */
export function useListStatus(facts: ListFacts | undefined): string {
  const [text, setText] = useState('')
  const told = useRef<ListFacts>(undefined)
  useEffect(() => {
    if (!facts) return
    const change = told.current ? describeChange(told.current, facts) : null
    if (change !== null) setText(change)
    told.current = facts
  }, [facts])
  return text
}
