import { shownEmail } from '../../lib/shown-email.ts'
import type { PatientImportEntry } from '@health-console/contract/patient-imports.ts'
import { useQuery } from '@tanstack/react-query'
import { RotateCcwIcon, Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import { Fetched } from '../../api/fetched.tsx'
import { formatBytes } from '../../lib/bytes.ts'
import { formatExactTime } from '../../lib/dates.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Badge } from '../../ui/values/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { confirm } from '../../ui/dialogs/confirm.ts'
import { InfoDialog } from '../../ui/dialogs/info-dialog.tsx'
import { HistoryList } from '../../ui/page/history-list.tsx'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import { toast } from '../../ui/toasts.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Data } from '../../ui/values/data.tsx'
import { HistoryDetails } from './history-details.tsx'
import styles from './history-dialog.module.css'
import { DeleteTableDialog } from './delete-table-dialog.tsx'
import { importsQuery, useRestoreTable } from './import/import-queries.ts'

type HistoryDialogProps = { canRestore: boolean; onClose: () => void }

/**
 * Shows the tables that were imported. With `canRestore`, super admins can restore and delete them. Mount it when it
 * opens.
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
  return (
    <InfoDialog onClose={onClose} title="Import history" size="large">
      <Fetched query={history} failure="Couldn’t load the import history">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No items." subtitle="Nothing has been imported yet." />
          ) : (
            <HistoryList
              items={data.map((entry) => ({
                id: entry.id,
                title: <Timestamp time={entry.appliedAt}>{formatExactTime(entry.appliedAt)}</Timestamp>,
                badge: entry.isCurrent && <Badge colour="green" label="Current" />,
                detail: <EntryDetail entry={entry} />,
                more: entry.restoredFrom === null && entry.sheetNames && <HistoryDetails entry={entry} />,
                current: entry.isCurrent,
                action: (
                  <EntryActions
                    entry={entry}
                    onDelete={canRestore && !entry.isCurrent ? () => setLeaving(entry) : undefined}
                    onRestore={canRestore && !entry.isCurrent ? () => void confirmRestore(entry) : undefined}
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

type EntryActionsProps = {
  entry: PatientImportEntry
  onRestore: (() => void) | undefined
  onDelete: (() => void) | undefined
}

function EntryActions({ entry, onRestore, onDelete }: EntryActionsProps) {
  const name = `the table imported on ${formatExactTime(entry.appliedAt)}`
  return (
    <div className={styles.actions}>
      {onRestore && (
        <Button quiet size="small" startIcon={RotateCcwIcon} aria-label={`Restore ${name}`} onClick={onRestore}>
          Restore
        </Button>
      )}
      {onDelete && (
        <Button quiet size="small" startIcon={Trash2Icon} aria-label={`Delete ${name}`} onClick={onDelete}>
          Delete
        </Button>
      )}
    </div>
  )
}

function EntryDetail({ entry }: { entry: PatientImportEntry }) {
  const { admin, restoredFrom, fileName, sizeBytes, sha256, sheetNames, findings } = entry
  return (
    <>
      <span className={styles.counts} title={admin ? shownEmail(admin.email) : undefined}>
        {admin && (
          <span>
            <Data>{admin.fullName || shownEmail(admin.email)}</Data>
            {' · '}
          </span>
        )}
        {countsOf(entry)}
      </span>
      <Warnings entry={entry} />
      {findings?.map(({ title }) => (
        <span key={title} className={styles.line}>
          {title}
        </span>
      ))}
      {restoredFrom && (
        <span className={styles.line}>Restored: the table imported on {formatExactTime(restoredFrom)}</span>
      )}
      <span className={styles.line} title={fileName}>
        {formatBytes(sizeBytes)} · <Data>{fileName}</Data>
        {sheetNames?.map((name) => (
          <span key={name}>
            {' · '}sheet “<Data>{name}</Data>”
          </span>
        ))}
      </span>
      <span className={`${styles.line} id`} title={`SHA-256 ${sha256}`}>
        SHA-256 <b>{sha256.slice(0, 8)}</b>
        <i>{sha256.slice(8)}</i>
      </span>
    </>
  )
}

/** How many values looked wrong in the file, and why it was imported nevertheless. */
function Warnings({ entry: { warningCount, reason } }: { entry: PatientImportEntry }) {
  if (!warningCount && reason === null) return null
  return (
    <span className={styles.counts}>
      {warningCount !== null && warningCount > 0 && (
        <span>
          {formatCount(warningCount)} {warningCount === 1 ? 'value' : 'values'} looked wrong
          <span>{reason !== null && ' · '}</span>
        </span>
      )}
      {reason !== null && (
        <span>
          Reason: “<Data>{reason}</Data>”
        </span>
      )}
    </span>
  )
}

/** A restored table was not compared with the one before it. */
function countsOf({ rows, added, changed, removed }: PatientImportEntry): string {
  const changes = Object.entries({ new: added, changed, removed }).flatMap(([what, count]) =>
    count === null ? [] : [`${formatCount(count)} ${what}`],
  )
  return [`${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`, ...changes].join(' · ')
}
