import type { PatientImportEntry } from '@health-console/contract/patients.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRetry } from '../../api/use-retry.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { HistoryList } from '../../ui/history-list.tsx'
import { EmptyState, ErrorPanel, LoadingState } from '../../ui/void.tsx'
import { EntryDetail } from './entry-detail.tsx'
import { importsQuery } from './queries.ts'
import { RestoreDialog } from './restore-dialog.tsx'

type HistoryDialogProps = { canRestore: boolean; onClose: () => void }

/** The tables that are kept. Mount it when it opens. */
export function HistoryDialog({ canRestore, onClose }: HistoryDialogProps) {
  const [toRestore, setToRestore] = useState<PatientImportEntry | null>(null)
  return (
    <>
      <Dialog open onClose={onClose} title="Import history" size="large">
        <DialogBody>
          <Entries onRestore={canRestore ? setToRestore : null} />
        </DialogBody>
        <DialogFoot>
          <Button data-autofocus onClick={onClose}>
            Close
          </Button>
        </DialogFoot>
      </Dialog>
      <RestoreDialog entry={toRestore} onClose={() => setToRestore(null)} />
    </>
  )
}

function Entries({ onRestore }: { onRestore: ((entry: PatientImportEntry) => void) | null }) {
  // somebody may have imported since it was last looked at
  const history = useQuery({ ...importsQuery, staleTime: 0 })
  const failed = useRetry(history)
  if (failed) return <ErrorPanel title="Failed to fetch the import history" {...failed} />
  if (!history.data) return <LoadingState />
  const entries = history.data.data
  if (entries.length === 0) return <EmptyState title="No items." subtitle="Nothing has been imported yet." />
  return (
    <HistoryList
      items={entries.map((entry) => ({
        id: entry.id,
        title: (
          <>
            {formatDate(entry.appliedAt)}, <span className="time">{formatTime(entry.appliedAt)}</span>
          </>
        ),
        badge: entry.isCurrent && <Badge colour="green" label="Current" />,
        detail: <EntryDetail entry={entry} />,
        current: entry.isCurrent,
        action: onRestore && !entry.isCurrent && (
          <Button
            quiet
            size="small"
            startIcon="rotate-ccw"
            aria-label={`Restore the table of ${formatDate(entry.appliedAt)}, ${formatTime(entry.appliedAt)}`}
            onClick={() => onRestore(entry)}
          >
            Restore
          </Button>
        ),
      }))}
    />
  )
}
