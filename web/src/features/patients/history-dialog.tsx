import type { PatientImportEntry } from '@health-console/contract/patients.ts'
import { useQuery } from '@tanstack/react-query'
import { RotateCcwIcon } from 'lucide-react'
import { useRetry } from '../../api/use-retry.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.ts'
import { InfoDialog } from '../../ui/info-dialog.tsx'
import { HistoryList } from '../../ui/history-list.tsx'
import { Moment } from '../../ui/moment.tsx'
import { toast } from '../../ui/toasts.ts'
import { EmptyState, ErrorPanel, LoadingState } from '../../ui/empty-state.tsx'
import { EntryDetail } from './entry-detail.tsx'
import { importsQuery, useRestoreTable } from './queries.ts'

type HistoryDialogProps = { canRestore: boolean; onClose: () => void }

/** The kept tables. Mount it when it opens. */
export function HistoryDialog({ canRestore, onClose }: HistoryDialogProps) {
  const restore = useRestoreTable()
  const askToRestore = (entry: PatientImportEntry) =>
    confirm({
      title: 'Restore this table?',
      body: (
        <>
          The table of <b>{formatDateTime(entry.appliedAt)}</b> with {formatCount(entry.rows)} rows replaces the one
          that is shown now. That one stays in the history.
        </>
      ),
      confirmLabel: 'Restore',
      action: async () => {
        await restore.mutateAsync(entry.id)
        toast.success('The table was restored')
      },
    })
  return (
    <InfoDialog onClose={onClose} title="Import history" size="large">
      <Entries onRestore={canRestore ? (entry) => void askToRestore(entry) : null} />
    </InfoDialog>
  )
}

function Entries({ onRestore }: { onRestore: ((entry: PatientImportEntry) => void) | null }) {
  // somebody may have imported since it was last fetched
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
        title: <Moment time={entry.appliedAt} />,
        badge: entry.isCurrent && <Badge colour="green" label="Current" />,
        detail: <EntryDetail entry={entry} />,
        current: entry.isCurrent,
        action: onRestore && !entry.isCurrent && (
          <Button
            quiet
            size="small"
            startIcon={RotateCcwIcon}
            aria-label={`Restore the table of ${formatDateTime(entry.appliedAt)}`}
            onClick={() => onRestore(entry)}
          >
            Restore
          </Button>
        ),
      }))}
    />
  )
}
