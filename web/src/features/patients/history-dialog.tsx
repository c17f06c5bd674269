import { shownEmail } from '../../lib/shown-email.ts'
import type { PatientImportEntry } from '@health-console/contract/patients/imports.ts'
import { useQuery } from '@tanstack/react-query'
import { RotateCcwIcon, Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import { Fetched } from '../../api/fetched.tsx'
import { formatDate, formatExactTime } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Badge } from '../../ui/values/badge.tsx'
import { confirm } from '../../ui/dialogs/confirm.ts'
import { InfoDialog } from '../../ui/dialogs/info-dialog.tsx'
import { HistoryActions } from '../../ui/page/history-actions.tsx'
import { HistoryList, UtcNote } from '../../ui/page/history-list.tsx'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import { toast } from '../../ui/toasts.ts'
import { Data } from '../../ui/values/data.tsx'
import { HistoryDetails } from './history-details.tsx'
import styles from './history-dialog.module.css'
import { DeleteTableDialog } from './delete-table-dialog.tsx'
import { importsQuery, useRestoreTable } from './import/import-queries.ts'

type HistoryDialogProps = { canRestore: boolean; onClose: () => void }

/**
 * Shows the tables that were imported, once they are fetched. With `canRestore`, super admins can restore and delete
 * them. Mount it when it opens.
 */
export function HistoryDialog({ canRestore, onClose }: HistoryDialogProps) {
  // Another admin may have imported since it was last fetched.
  const history = useQuery({ ...importsQuery, staleTime: 0 })
  const restore = useRestoreTable()
  const [leaving, setLeaving] = useState<PatientImportEntry | null>(null)
  const confirmRestore = (entry: PatientImportEntry) =>
    confirm({
      title: 'Restore this table?',
      body: (
        <>
          This restores the {formatCount(entry.rows)} rows imported on <b>{formatExactTime(entry.appliedAt)}</b>. The
          current table stays in the history.
        </>
      ),
      confirmLabel: 'Restore',
      action: async () => {
        await restore.mutateAsync(entry.id)
        toast.success('Table restored')
      },
    })
  if (history.isPending) return null
  return (
    <InfoDialog onClose={onClose} title="Import history" size="large" isList lead={<UtcNote />}>
      <Fetched query={history} failure="Couldn’t load the import history">
        {({ data }) =>
          data.length === 0 ? (
            <p role="status">Nothing has been imported yet.</p>
          ) : (
            <HistoryList
              items={data.map((entry) => ({
                id: entry.id,
                title: <Timestamp time={entry.appliedAt} />,
                badge: (
                  <>
                    {entry.isCurrent && <Badge colour="green" label="Current" />}
                    {entry.restoredFrom !== null && <Badge label="Restored" />}
                  </>
                ),
                detail: <EntryDetail entry={entry} />,
                detailTitle: [changesOf(entry), entry.admin && isolate(nameOf(entry.admin))]
                  .filter(Boolean)
                  .join(' · '),
                more: <HistoryDetails entry={entry} />,
                current: entry.isCurrent,
                hasMenu: true,
                action: canRestore && !entry.isCurrent && (
                  <EntryActions
                    entry={entry}
                    onDelete={() => setLeaving(entry)}
                    onRestore={() => void confirmRestore(entry)}
                  />
                ),
              }))}
            />
          )
        }
      </Fetched>
      {leaving && <DeleteTableDialog entry={leaving} onClose={() => setLeaving(null)} />}
    </InfoDialog>
  )
}

type EntryActionsProps = { entry: PatientImportEntry; onRestore: () => void; onDelete: () => void }

function EntryActions({ entry, onRestore, onDelete }: EntryActionsProps) {
  const of = `the table imported on ${formatExactTime(entry.appliedAt)}`
  return (
    <HistoryActions
      of={of}
      actions={[
        { icon: RotateCcwIcon, label: 'Restore', name: `Restore ${of}`, onChoose: onRestore },
        { icon: Trash2Icon, label: 'Delete', name: `Delete ${of}`, isDelete: true, onChoose: onDelete },
      ]}
    />
  )
}

function EntryDetail({ entry }: { entry: PatientImportEntry }) {
  const [rows, ...changes] = changesOf(entry).split(', ')
  return (
    <span className={styles.counts}>
      <b>{rows}</b>
      {changes.map((change) => `, ${change}`)}
      {entry.admin && (
        <span>
          {' · '}
          <Data>{nameOf(entry.admin)}</Data>
        </span>
      )}
    </span>
  )
}

/** Describes what a table has, and what it changed: "231 rows, 12 new, 18 changed", "214 rows, unchanged". */
function changesOf({ rows, added, changed, removed, restoredFrom }: PatientImportEntry): string {
  const counted = Object.entries({ new: added, changed, removed })
  const changes = counted.flatMap(([what, count]) => (count ? [`${formatCount(count)} ${what}`] : []))
  const unchanged = counted.every(([, count]) => count === 0) ? ['unchanged'] : []
  const restored = restoredFrom ? [`as on ${formatDate(restoredFrom)}`] : []
  return [`${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`, ...changes, ...unchanged, ...restored].join(', ')
}

const nameOf = ({ fullName, email }: NonNullable<PatientImportEntry['admin']>) => fullName || shownEmail(email)
