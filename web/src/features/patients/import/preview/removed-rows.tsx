import type { ImportPreview } from '@health-console/contract/patient-imports.ts'
import { formatCount } from '../../../../lib/numbers.ts'
import { Note } from '../../../../ui/page/note.tsx'
import { PatientList } from './patient-list.tsx'
import { isMostlyRemoved } from './preview-tabs.ts'

/** The rows that are not in the file, with a warning if there are many. */
export function RemovedRows({ id, preview }: { id: string; preview: ImportPreview }) {
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
