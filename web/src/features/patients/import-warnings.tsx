import type { FileFault } from '@health-console/contract/errors.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Note } from '../../ui/note.tsx'
import { FaultActions } from './fault-actions.tsx'
import { FaultTable } from './fault-table.tsx'

type ImportWarningsProps = {
  count: number
  /** The first warnings. */
  warnings: FileFault[]
}

/** Values that look wrong. */
export function ImportWarnings({ count, warnings }: ImportWarningsProps) {
  return (
    <>
      <Note tone="warning">
        <b>{count === 1 ? 'One value looks wrong.' : `${formatCount(count)} values look wrong.`}</b> If it is a mistake,
        correct the file and choose it again.
        {count > warnings.length && ` The first ${formatCount(warnings.length)} are listed.`}
      </Note>
      <FaultTable label="Warnings" faults={warnings} />
      <FaultActions faults={warnings} fileName="import-warnings.csv" />
    </>
  )
}
