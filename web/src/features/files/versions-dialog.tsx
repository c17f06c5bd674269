import type { FileVersion } from '@health-console/contract/files.ts'
import { useQuery } from '@tanstack/react-query'
import { RotateCcwIcon } from 'lucide-react'
import { useState } from 'react'
import { Fetched } from '../../api/fetched.tsx'
import { formatBytes } from '../../lib/bytes.ts'
import { fromEpochSeconds } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { RowAction } from '../../table/row-action.tsx'
import { Badge } from '../../ui/badge.tsx'
import { confirm } from '../../ui/confirm.ts'
import { Copyable } from '../../ui/copyable.tsx'
import { InfoDialog } from '../../ui/info-dialog.tsx'
import { HistoryList } from '../../ui/history-list.tsx'
import { Note } from '../../ui/note.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { toast } from '../../ui/toasts.ts'
import { VersionPlate } from '../../ui/version-plate.tsx'
import { DownloadLink } from './download-link.tsx'
import { FileFactsTable } from './file-facts.tsx'
import type { FileRow } from './file-rows.ts'
import { factsQuery, useRestoreVersion, versionsQuery } from './queries.ts'
import styles from './versions-dialog.module.css'

type VersionsDialogProps = { file: FileRow; canRestore: boolean; onClose: () => void }

/** The versions of a file. Mount it when it opens. */
export function VersionsDialog({ file, canRestore, onClose }: VersionsDialogProps) {
  const versions = useQuery(versionsQuery(file.id))
  const restore = useRestoreVersion()
  const confirmRestore = ({ version, filename }: FileVersion) =>
    confirm({
      title: 'Make this version current?',
      body: (
        <>
          The content of version {version} (<b>{isolate(filename)}</b>) is served from now on, as a new version. The
          current one stays in the history.
        </>
      ),
      confirmLabel: 'Make current',
      action: async () => {
        const restored = await restore.mutateAsync({ fileId: file.id, version })
        toast.success(`Version ${version} is current again, as version ${restored.version}`)
      },
    })
  return (
    <InfoDialog onClose={onClose} title={`${isolate(file.name)} - versions`} size="large">
      <Fetched query={versions} failure="Failed to fetch the versions">
        {({ data }) => (
          <HistoryList
            items={data.map((version) => ({
              id: String(version.version),
              plate: <VersionPlate version={version.version} />,
              title: <Timestamp time={fromEpochSeconds(version.createdAt)} />,
              badge: version.isCurrent && <Badge colour="green" label="Current" />,
              detail: <VersionDetail version={version} />,
              more: <VersionContent fileId={file.id} version={version.version} />,
              current: version.isCurrent,
              action: (
                <div className={styles.actions}>
                  {canRestore && !version.isCurrent && (
                    <RowAction
                      icon={RotateCcwIcon}
                      label="Make current"
                      aria-label={`Make current: version ${version.version}`}
                      onClick={() => void confirmRestore(version)}
                    />
                  )}
                  <DownloadLink aria-label={`Download version ${version.version}`} href={version.url} />
                </div>
              ),
            }))}
          />
        )}
      </Fetched>
    </InfoDialog>
  )
}

/** What the content of a version is, fetched when it is opened. */
function VersionContent({ fileId, version }: { fileId: string; version: number }) {
  const [isOpen, setIsOpen] = useState(false)
  const facts = useQuery({ ...factsQuery(fileId, version), enabled: isOpen })
  return (
    <details className={styles.content} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Content</summary>
      {isOpen && (
        <Fetched query={facts} failure="Failed to read the file">
          {({ data }) =>
            data ? <FileFactsTable facts={data} /> : <Note tone="warning">This file could not be published today.</Note>
          }
        </Fetched>
      )}
    </details>
  )
}

function VersionDetail({ version }: { version: FileVersion }) {
  const { size, uploadedBy, restoredFrom, filename, sha256 } = version
  return (
    <>
      <span className={styles.line} title={uploadedBy?.email}>
        {formatBytes(size)}
        {uploadedBy && ` · ${isolate(uploadedBy.fullName || uploadedBy.email)}`}
        {restoredFrom !== null && ` · version ${restoredFrom} made current again`}
      </span>
      <span className={styles.line} title={filename}>
        {filename}
      </span>
      <span className={`${styles.line} id ${styles.hash}`}>
        SHA-256{' '}
        {sha256 ? (
          <Copyable text={sha256} what={`SHA-256 of version ${version.version}`}>
            <b>{sha256.slice(0, 8)}</b>
            <i>{sha256.slice(8)}</i>
          </Copyable>
        ) : (
          'is being computed'
        )}
      </span>
    </>
  )
}
