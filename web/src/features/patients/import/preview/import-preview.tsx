import type { ImportPreview as Preview } from '@health-console/contract/patients/imports.ts'
import type { ImportReading } from '@health-console/contract/patients/questions.ts'
import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { useEffect, useRef, useState } from 'react'
import { formatCount } from '../../../../lib/numbers.ts'
import { Note } from '../../../../ui/page/note.tsx'
import { ChangeTabs } from './change-tabs.tsx'
import { Changes, type ChangesBy } from './changes.tsx'
import type { Repair } from './finding.tsx'
import { FirstRows } from './first-rows.tsx'
import { PatientList } from './patient-list.tsx'
import { firstTab, isMostlyRemoved, needsReason, type TabKey, tabsOf } from './preview-tabs.ts'
import { HowItWasRead } from './how-it-was-read.tsx'
import { ReasonField } from './reason-field.tsx'
import type { Reason } from './use-reason.ts'
import { Warnings } from './warnings.tsx'
import questions from '../questions/questions.module.css'

type ImportPreviewProps = {
  id: string
  reading: ImportReading
  preview: Preview
  /** The chosen tab gets the focus, because the button that led here is no longer there. */
  isAfterAnswers: boolean
  /** Leads back to the questions. */
  onChange: () => void
  /** Reads the file again with one more answer. */
  onRepair: (repair: Repair) => void
  reason: Reason
  /** Called on Enter in the reason field. */
  onDone: () => void
  disabled: boolean
}

/** A tab, and the filter of its list. */
type Shown = {
  tab: TabKey
  by?: ChangesBy
  column?: PatientColumnKey | undefined
  finding?: string | undefined
}

/** The changes that the file would make to the table. */
export function ImportPreview(props: ImportPreviewProps) {
  const { id, reading, preview, isAfterAnswers, onChange, onRepair, reason, onDone, disabled } = props
  const [shown, setShown] = useState<Shown>(() => ({ tab: firstTab(preview) }))
  const chosenTab = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button that led here is no longer there.
    if (document.activeElement === document.body) chosenTab.current?.focus()
  }, [shown])
  useEffect(() => {
    if (isAfterAnswers) chosenTab.current?.focus()
    // The effect runs only when the preview appears.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const { added, changed, removed, rowsNow } = preview
  const isSame = added + changed + removed === 0
  // Among the warnings, no one would see what the first table lacks.
  const empty = rowsNow === 0 ? preview.findings.filter(({ kind }) => kind === 'newly_empty') : []

  return (
    <>
      {isSame && rowsNow > 0 && <Note>The file matches the current table. Nothing would change.</Note>}
      {empty.map(({ id: findingId, title, detail }) => (
        <Note key={findingId}>
          <b>{title}:</b> {detail}
        </Note>
      ))}
      <ChangeTabs
        label="What the file changes"
        tabs={tabsOf(preview)}
        chosen={shown.tab}
        onChoose={(tab) => setShown({ tab })}
        chosenRef={chosenTab}
      >
        <Panel id={id} reading={reading} preview={preview} shown={shown} onShow={setShown} onRepair={onRepair} />
      </ChangeTabs>
      {needsReason(preview) && (
        <ReasonField findings={preview.findings} reason={reason} onDone={onDone} disabled={disabled} />
      )}
      <section className={questions.lines} aria-label="More about this file">
        <FirstRows rows={preview.firstRows} />
        <HowItWasRead reading={reading} preview={preview} onChange={onChange} />
      </section>
    </>
  )
}

type PanelProps = {
  id: string
  reading: ImportReading
  preview: Preview
  shown: Shown
  onShow: (shown: Shown) => void
  onRepair: (repair: Repair) => void
}

function Panel({ id, reading, preview, shown, onShow, onRepair }: PanelProps) {
  switch (shown.tab) {
    case 'added':
      return <PatientList key="added" id={id} kind="added" count={preview.added} />
    case 'changed':
      return (
        <Changes
          id={id}
          preview={preview}
          by={shown.by ?? 'columns'}
          column={shown.column}
          onShow={(by, column) => onShow({ tab: 'changed', by, column })}
          onShowFinding={(finding) => onShow({ tab: 'warnings', finding })}
          onRepair={onRepair}
        />
      )
    case 'removed':
      return <RemovedRows id={id} preview={preview} />
    case 'warnings':
      return (
        <Warnings
          id={id}
          reading={reading}
          preview={preview}
          shown={shown.finding}
          onShow={(finding) => onShow({ tab: 'warnings', finding })}
          onRepair={onRepair}
        />
      )
  }
}

/** Describes the preview in one sentence. */
export function summaryOf(preview: Preview): string {
  const counts = tabsOf(preview).map(({ label, count }) => `${label}: ${formatCount(count)}`)
  return `The file has been read. ${counts.join(', ')}.`
}

/** The rows that are not in the file, with a warning if there are many. */
function RemovedRows({ id, preview }: { id: string; preview: Preview }) {
  const { removed } = preview
  return (
    <>
      {isMostlyRemoved(preview) && (
        <Note tone="warning">
          <b>{formatCount(removed)} rows aren’t in the file and would be removed</b> – more than a third of the table.
        </Note>
      )}
      <PatientList key="removed" id={id} kind="removed" count={removed} />
    </>
  )
}
