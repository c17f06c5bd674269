import type { ImportPreview as Preview } from '@health-console/contract/patient-imports.ts'
import type { ImportReading } from '@health-console/contract/patient-questions.ts'
import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { useState } from 'react'
import { formatCount } from '../../../lib/numbers.ts'
import { Note } from '../../../ui/note.tsx'
import { ChangeTabs } from './change-tabs.tsx'
import { ChangedByColumn } from './changed-by-column.tsx'
import { ChangedRows } from './changed-rows.tsx'
import { FirstRows } from './first-rows.tsx'
import { PatientList } from './patient-list.tsx'
import { ReadingNote } from './reading-note.tsx'
import { ReasonField } from './reason-field.tsx'
import { firstTab, isMostlyRemoved, needsReason, otherFindings, type TabKey, tabsOf } from './preview-tabs.ts'
import type { Repair } from './finding.tsx'
import type { Reason } from './use-reason.ts'
import { Warnings } from './warnings.tsx'

type ImportPreviewProps = {
  id: string
  reading: ImportReading
  preview: Preview
  /** Leads back to the questions. */
  onChange: () => void
  /** The focus moves to the chosen tab, where the button to see it was. */
  isAfterAnswers: boolean
  reason: Reason
  /** Called on Enter in the field of the reason. */
  onDone: () => void
  /** Reads the file again with an answer more. */
  onRepair: (repair: Repair) => void
  disabled: boolean
}

/** What the file would do to the table. */
export function ImportPreview(props: ImportPreviewProps) {
  const { id, reading, preview, reason, onDone, onRepair, disabled } = props
  const [tab, setTab] = useState(() => firstTab(preview))
  const [column, setColumn] = useState<PatientColumnKey>()
  const [finding, setFinding] = useState<string>()
  const { added, changed, removed, rowsNow } = preview
  const isSame = added + changed + removed === 0

  function choose(next: TabKey) {
    setTab(next)
    setColumn(undefined)
    setFinding(undefined)
  }

  function panel() {
    switch (tab) {
      case 'added':
        return <PatientList key="added" id={id} kind="added" count={added} />
      case 'columns':
        return (
          <ChangedByColumn
            preview={preview}
            onRepair={onRepair}
            onShowRows={(key) => {
              setTab('changed')
              setColumn(key)
            }}
            onShowFinding={(each) => {
              setTab('warnings')
              setFinding(each)
            }}
            disabled={disabled}
          />
        )
      case 'changed':
        return <ChangedRows id={id} count={changed} column={column} onColumn={setColumn} />
      case 'removed':
        return (
          <>
            {isMostlyRemoved(preview) && (
              <Note tone="warning">
                <b>{formatCount(removed)} rows of the table are not in the file.</b> The import would remove them, more
                than a third of all.
              </Note>
            )}
            <PatientList key="removed" id={id} kind="removed" count={removed} />
          </>
        )
      case 'warnings':
        return (
          <Warnings
            id={id}
            count={preview.warningCount}
            findings={otherFindings(preview)}
            finding={preview.findings.find((each) => each.id === finding)}
            onFinding={setFinding}
            onRepair={onRepair}
            disabled={disabled}
          />
        )
    }
  }

  return (
    <>
      {isSame && rowsNow > 0 && <Note>The file holds the same rows as the table.</Note>}
      <ReadingNote reading={reading} preview={preview} onChange={props.onChange} />
      <ChangeTabs
        label="What the file changes"
        tabs={tabsOf(preview)}
        chosen={tab}
        onChoose={choose}
        takesFocus={props.isAfterAnswers}
      >
        {panel()}
      </ChangeTabs>
      {needsReason(preview) && (
        <ReasonField findings={preview.findings} reason={reason} onDone={onDone} disabled={disabled} />
      )}
      <FirstRows rows={preview.firstRows} />
    </>
  )
}

/** The preview in one sentence. */
export function summaryOf({ added, changed, unchanged, removed, warningCount }: Preview): string {
  const [news, changes, same, gone, odd] = [added, changed, unchanged, removed, warningCount].map(formatCount)
  const warnings = warningCount > 0 ? ` Values that look wrong: ${odd}.` : ''
  return `The file has been read. New rows: ${news}, changed: ${changes}, unchanged: ${same}, removed: ${gone}.${warnings}`
}
