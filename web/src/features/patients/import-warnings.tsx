import { useEffect, useRef } from 'react'
import type { FileFault } from '@health-console/contract/errors.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FaultActions } from './fault-actions.tsx'
import { FaultTable } from './fault-table.tsx'
import type { Reason } from './use-reason.ts'

type ImportWarningsProps = {
  count: number
  /** The first warnings. */
  warnings: FileFault[]
  reason: Reason
  /** Called on Enter in the field of the reason. */
  onDone: () => void
  disabled: boolean
}

/** Values that look wrong, and the field for the reason to import them. */
export function ImportWarnings({ count, warnings, reason, onDone, disabled }: ImportWarningsProps) {
  const input = useRef<HTMLInputElement>(null)
  const { text, timesMissed, change } = reason
  useEffect(() => {
    if (timesMissed > 0) input.current?.focus()
  }, [timesMissed])
  return (
    <>
      <Note tone="warning">
        <b>{count === 1 ? 'One value looks wrong.' : `${formatCount(count)} values look wrong.`}</b> Correct the file
        and choose it again, or say why it is right.
        {count > warnings.length && ` The first ${formatCount(warnings.length)} are listed.`}
      </Note>
      <FaultTable label="Warnings" faults={warnings} />
      <FaultActions faults={warnings} fileName="import-warnings.csv" />
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
    </>
  )
}
