import type { ImportFinding } from '@health-console/contract/patient-findings.ts'
import { formatCount } from '../../../lib/numbers.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { FaultActions } from './fault-actions.tsx'
import { FaultTable } from './fault-table.tsx'
import { Finding, type Repair } from './finding.tsx'
import { ListPanel } from './list-panel.tsx'
import { useWarningList } from './use-import-list.ts'

type WarningsProps = {
  id: string
  /** The number of values that look wrong. */
  count: number
  /** What concerns whole columns and needs no reason. */
  findings: ImportFinding[]
  /** Only the rows behind this one. */
  finding: ImportFinding | undefined
  onFinding: (finding: string | undefined) => void
  onRepair: (repair: Repair) => void
  disabled: boolean
}

/** What looks wrong and can be imported. */
export function Warnings({ id, count, findings, finding, onFinding, onRepair, disabled }: WarningsProps) {
  if (finding) {
    return (
      <>
        <Note>
          The rows behind “{finding.title}”.{' '}
          <Button quiet size="small" onClick={() => onFinding(undefined)}>
            Show all warnings
          </Button>
        </Note>
        <WarningList key={finding.id} id={id} finding={finding.id} />
      </>
    )
  }
  if (count + findings.length === 0) return <p className="muted">No value looks wrong.</p>
  return (
    <>
      {findings.map((each) => (
        <Finding
          key={each.id}
          finding={each}
          onRepair={onRepair}
          onShow={() => onFinding(each.id)}
          disabled={disabled}
        />
      ))}
      {count > 0 && (
        <>
          <Note tone="warning">
            <b>{count === 1 ? 'One value looks wrong.' : `${formatCount(count)} values look wrong.`}</b>{' '}
            {count === 1 ? 'It is' : 'They are'} imported as {count === 1 ? 'it stands' : 'they stand'}, unless you
            correct the file and choose it again.
          </Note>
          <WarningList id={id} finding={undefined} />
        </>
      )}
    </>
  )
}

function WarningList({ id, finding }: { id: string; finding: string | undefined }) {
  const { data, table } = useWarningList(id, finding)
  const warnings = data?.data.data ?? []
  return (
    <>
      <ListPanel list={table} count={warnings.length}>
        <FaultTable label="Warnings" faults={warnings} />
      </ListPanel>
      {warnings.length > 0 && <FaultActions faults={warnings} fileName="import-warnings.csv" />}
    </>
  )
}
