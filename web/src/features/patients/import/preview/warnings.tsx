import type { ImportPreview } from '@health-console/contract/patients/imports.ts'
import type { ImportReading } from '@health-console/contract/patients/questions.ts'
import { formatCount } from '../../../../lib/numbers.ts'
import { LinkButton } from '../../../../ui/buttons/link-button.tsx'
import { Note } from '../../../../ui/page/note.tsx'
import { CellListActions } from '../tables/cell-list-actions.tsx'
import { CellTable } from '../tables/cell-table.tsx'
import { Finding, type Repair } from './finding.tsx'
import { ImportChecks } from '../tables/import-help.tsx'
import { ListPanel } from '../tables/list-panel.tsx'
import { otherFindings } from './preview-tabs.ts'
import { listAllWarnings, useWarningList } from './use-import-list.ts'

type WarningsProps = {
  id: string
  reading: ImportReading
  preview: ImportPreview
  /** The ID of a finding whose rows alone are shown. */
  shown: string | undefined
  onShow: (finding: string | undefined) => void
  onRepair: (repair: Repair) => void
}

/** The values and findings that look wrong but can be imported. */
export function Warnings({ id, reading, preview, shown, onShow, onRepair }: WarningsProps) {
  const { warningCount } = preview
  const finding = preview.findings.find((each) => each.id === shown)
  if (finding) {
    return (
      <>
        <Note>
          Rows affected by “{finding.title}”.{' '}
          <LinkButton onClick={() => onShow(undefined)}>Show all warnings</LinkButton>
        </Note>
        <WarningList key={finding.id} id={id} reading={reading} finding={finding.id} />
      </>
    )
  }
  const findings = otherFindings(preview)
  if (warningCount + findings.length === 0) return <p className="muted">No warnings.</p>
  return (
    <>
      {findings.map((each) => (
        <Finding key={each.id} finding={each} onRepair={onRepair} onShow={() => onShow(each.id)} />
      ))}
      {warningCount > 0 && (
        <>
          <Note tone="warning">
            <b>{warningCount === 1 ? 'One value looks wrong.' : `${formatCount(warningCount)} values look wrong.`}</b>{' '}
            If {warningCount === 1 ? 'it is a mistake' : 'they are mistakes'}, correct the file and upload it again.
          </Note>
          <WarningList id={id} reading={reading} finding={undefined} />
        </>
      )}
      <ImportChecks />
    </>
  )
}

type WarningListProps = { id: string; reading: ImportReading; finding: string | undefined }

function WarningList({ id, reading, finding }: WarningListProps) {
  const columnOf = (heading: string) => reading.columns.find((each) => each.heading === heading)?.column
  const { data, table } = useWarningList(id, finding)
  const warnings = data?.data.data ?? []
  return (
    <>
      <ListPanel list={table} count={warnings.length}>
        <CellTable label="Warnings" cells={warnings} columnOf={columnOf} scrollKey={table.scrollKey} />
      </ListPanel>
      <CellListActions importId={id} load={() => listAllWarnings(id, finding)} />
    </>
  )
}
