import type { FileFault } from '@health-console/contract/errors.ts'
import { RotateCcwIcon } from 'lucide-react'
import { formatCount } from '../../../lib/numbers.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { FaultTable } from './fault-table.tsx'
import styles from './import-dialog.module.css'

type ImportFaultsProps = {
  /** The server's message. */
  message: string
  /** The first faults. */
  faults: FileFault[]
  faultCount: number
}

/** Why the file is not imported: one message, or a list of values. */
export function ImportFaults({ message, faults, faultCount }: ImportFaultsProps) {
  const [first, rest] = splitSentence(message)
  return (
    <>
      <Note tone="danger">
        <b>{first}</b> {rest}
        {faults.length > 0 && ' Correct them in the file and choose it again.'}
        {faultCount > faults.length && ` The first ${formatCount(faults.length)} are listed.`}
      </Note>
      {faults.length > 0 && <FaultTable label="Row errors" faults={faults} />}
    </>
  )
}

/** The import failed for a reason other than the file. */
export function ImportTrouble({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className={styles.trouble}>
      <Note tone="danger">{message}</Note>
      <Button size="small" startIcon={RotateCcwIcon} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

function splitSentence(text: string): [first: string, rest: string] {
  const end = text.indexOf('. ') + 1
  return end === 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)]
}
