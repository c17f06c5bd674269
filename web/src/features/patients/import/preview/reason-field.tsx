import type { ImportFinding } from '@health-console/contract/patients/findings.ts'
import { useEffect, useRef } from 'react'
import { isComposing } from '../../../../lib/is-composing.ts'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { labelOf } from '../tables/column-names.ts'
import type { Reason } from './use-reason.ts'

type ReasonFieldProps = {
  findings: readonly ImportFinding[]
  reason: Reason
  /** Called on Enter. */
  onDone: () => void
  disabled: boolean
}

/** Asks why the whole columns that look wrong are correct. */
export function ReasonField({ findings, reason, onDone, disabled }: ReasonFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const { text, timesMissed, error, change } = reason
  useEffect(() => {
    if (timesMissed > 0) input.current?.focus()
  }, [timesMissed])
  return (
    <TextField
      label="Reason"
      help={`${questionOf(findings)} One line; saved in the import history.`}
      ref={input}
      value={text}
      error={error}
      disabled={disabled}
      onChange={(event) => change(event.target.value)}
      onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !isComposing(nativeEvent) && onDone()}
    />
  )
}

/** Asks for the reason: "Why is Weight correct?" */
function questionOf(findings: readonly ImportFinding[]): string {
  const columns = [...new Set(findings.flatMap(({ needsReason, columns: keys }) => (needsReason ? keys : [])))]
  const names = columns.map(labelOf)
  if (names.length === 0) return 'Why is the file correct?'
  if (names.length === 1) return `Why is ${names[0]} correct?`
  return `Why are ${names.slice(0, -1).join(', ')} and ${names.at(-1)} correct?`
}
