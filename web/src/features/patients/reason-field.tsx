import { useEffect, useRef } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import type { Reason } from './use-reason.ts'

type ReasonFieldProps = {
  reason: Reason
  /** Called on Enter. */
  onDone: () => void
  disabled: boolean
}

/** Why a file is right although a whole column looks wrong. */
export function ReasonField({ reason: { text, timesMissed, change }, onDone, disabled }: ReasonFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (timesMissed > 0) input.current?.focus()
  }, [timesMissed])
  return (
    <TextField
      label="Reason"
      help="One line, kept in the import history."
      maxLength={200}
      ref={input}
      value={text}
      error={timesMissed > 0 ? 'Explain in one line why the values are right' : undefined}
      disabled={disabled}
      onChange={(event) => change(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && onDone()}
    />
  )
}
