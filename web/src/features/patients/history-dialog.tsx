import type { PatientImportEntry } from '@health-console/contract/patients.ts'
import { useQuery } from '@tanstack/react-query'
import { RotateCcwIcon } from 'lucide-react'
import { Fetched } from '../../api/fetched.tsx'
import { formatDateTime } from '../../lib/dates.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.ts'
import { InfoDialog } from '../../ui/info-dialog.tsx'
import { HistoryList } from '../../ui/history-list.tsx'
import { Moment } from '../../ui/moment.tsx'
import { toast } from '../../ui/toasts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { EntryDetail } from './entry-detail.tsx'
import { importsQuery, useRestoreTable } from './queries.ts'

type HistoryDialogProps = { canRestore: boolean; onClose: () => void }

/** The kept tables. Mount it when it opens. */
export function HistoryDialog({ canRestore, onClose }: HistoryDialogProps) {
  // somebody may have imported since it was last fetched
  const history = useQuery({ ...importsQuery, staleTime: 0 })
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
      <Fetched query={history} failure="Failed to fetch the import history">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No items." subtitle="Nothing has been imported yet." />
          ) : (
            <HistoryList
              items={data.map((entry) => ({
                id: entry.id,
                title: <Moment time={entry.appliedAt} />,
                badge: entry.isCurrent && <Badge colour="green" label="Current" />,
                detail: <EntryDetail entry={entry} />,
                current: entry.isCurrent,
                action: canRestore && !entry.isCurrent && (
                  <Button
                    quiet
                    size="small"
                    startIcon={RotateCcwIcon}
                    aria-label={`Restore the table of ${formatDateTime(entry.appliedAt)}`}
                    onClick={() => void askToRestore(entry)}
                  >
                    Restore
                  </Button>
                ),
              }))}
            />
          )
        }
      </Fetched>
    </InfoDialog>
  )
}
