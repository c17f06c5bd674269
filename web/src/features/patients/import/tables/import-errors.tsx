import type { ListedCell } from '@health-console/contract/errors.ts'
import { useEffect, useRef } from 'react'
import { RotateCcwIcon } from 'lucide-react'
import type { Failure } from '../../../../lib/failure.ts'
import { formatCount } from '../../../../lib/numbers.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { LinkButton } from '../../../../ui/buttons/link-button.tsx'
import { FailureText } from '../../../../ui/buttons/reference.tsx'
import { Note } from '../../../../ui/page/note.tsx'
import { CellTable } from './cell-table.tsx'
import styles from './import-parts.module.css'

type ImportErrorsProps = {
  /** The server's message. */
  message: string
  /** The first errors. */
  errors: ListedCell[]
  errorCount: number
  /** Leads back to the questions; undefined if other answers would not help. */
  onChange?: (() => void) | undefined
}

/** Why the file is not imported: one message, or a list of values. */
export function ImportErrors({ message, errors, errorCount, onChange }: ImportErrorsProps) {
  const [first, rest] = splitSentence(message)
  return (
    <>
      <Note tone="danger">
        <b>{first}</b> <span>{rest}</span>
        <span>
          {errors.length > 0 && ` Correct ${errorCount === 1 ? 'it' : 'them'} in the file and upload it again.`}
        </span>
        <span>{errorCount > errors.length && ` Showing the first ${formatCount(errors.length)}.`}</span>{' '}
        {onChange && <LinkButton onClick={onChange}>Change how the file is read</LinkButton>}
      </Note>
      {errors.length > 0 && <CellTable label="Row errors" cells={errors} />}
    </>
  )
}

/** The import failed for a reason other than the file. */
export function ImportFailure({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button that led here is disabled or no longer there.
    if (document.activeElement?.matches('body, [role=dialog], :disabled')) button.current?.focus()
  }, [])
  return (
    <div className={styles.trouble}>
      <Note tone="danger">
        <FailureText failure={failure} />
      </Note>
      <Button ref={button} size="small" startIcon={RotateCcwIcon} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

function splitSentence(text: string): [first: string, rest: string] {
  const end = text.indexOf('. ') + 1
  return end === 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)]
}
