import type { AuditEvent } from '@health-console/contract/audit.ts'
import { useEffect, useRef, useState } from 'react'
import { formatDateTime } from '../../lib/dates.ts'
import { formatCount } from '../../lib/numbers.ts'

/**
 * Tells screen readers the result of a change of the list, unless the empty list says it.
 * @param entries undefined while they are being fetched
 * @param asked identifies the query
 */
export function useRecordStatus(entries: AuditEvent[] | undefined, asked: string): string {
  const [text, setText] = useState('')
  const told = useRef<string>(undefined)
  useEffect(() => {
    if (!entries) return
    if (told.current !== undefined && told.current !== asked) setText(describe(entries))
    told.current = asked
  }, [entries, asked])
  return text
}

function describe(entries: AuditEvent[]): string {
  const [newest] = entries
  if (!newest) return ''
  const amount = `${formatCount(entries.length)} ${entries.length === 1 ? 'entry' : 'entries'}`
  return `${amount}, the newest of ${formatDateTime(newest.at)} UTC`
}
