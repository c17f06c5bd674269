import type { Admin } from '@health-console/contract/staff/admins.ts'
import type { FileVersion } from '@health-console/contract/files/files.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Fetched } from '../../../api/fetched.tsx'
import { formatBytes } from '../../../lib/bytes.ts'
import { fromEpochSeconds } from '../../../lib/dates.ts'
import { isolate } from '../../../lib/isolate.ts'
import { Badge } from '../../../ui/values/badge.tsx'
import { InfoDialog } from '../../../ui/dialogs/info-dialog.tsx'
import { HistoryList, UtcNote } from '../../../ui/page/history-list.tsx'
import { Timestamp } from '../../../ui/dates/timestamp.tsx'
import { VersionPlate } from '../../../ui/values/version-plate.tsx'
import type { FileRow } from '../file-rows.ts'
import { RestoreDialog, WithdrawDialog } from './go-back-dialog.tsx'
import { nameOf } from '../who-uploaded.ts'
import { factsQuery, versionsQuery } from '../queries.ts'
import { VersionActions } from './version-actions.tsx'
import { VersionDetails } from './version-details.tsx'
import { Data } from '../../../ui/values/data.tsx'

type VersionsDialogProps = {
  file: FileRow
  me: Admin
  /** The version whose details are open. */
  opened?: number
  /** Shows only the dialog that withdraws this version. */
  withdraw?: number
  onClose: () => void
}

/** A decision about a version, shown in its own dialog. */
type Decision = { version: FileVersion; kind: 'restore' | 'withdraw' }

/** The versions of a file, once they are fetched. Mount it when it opens. */
export function VersionsDialog({ file, me, opened: openedVersion, withdraw, onClose }: VersionsDialogProps) {
  const versions = useQuery(versionsQuery(file.id))
  const opened = useQuery({ ...factsQuery(file.id, openedVersion ?? 0), enabled: openedVersion !== undefined })
  const [deciding, setDeciding] = useState<Decision | null>(null)
  const known = versions.data?.data ?? []
  const toWithdraw = known.find(({ version }) => version === withdraw)
  if (toWithdraw)
    return <WithdrawDialog file={file} version={toWithdraw} versions={known} meId={me.id} onClose={onClose} />
  if (versions.isPending || opened.isLoading) return null
  if (deciding) {
    const DecisionDialog = deciding.kind === 'restore' ? RestoreDialog : WithdrawDialog
    const back = () => setDeciding(null)
    return <DecisionDialog file={file} version={deciding.version} versions={known} meId={me.id} onClose={back} />
  }
  return (
    <InfoDialog
      onClose={onClose}
      title={
        <>
          <Data>{file.name}</Data> - history
        </>
      }
      size="large"
      isList
      lead={<UtcNote />}
    >
      <Fetched query={versions} failure="Couldn’t load the versions">
        {({ data }) => (
          <HistoryList
            items={data.map((version) => ({
              id: String(version.version),
              plate: <VersionPlate version={version.version} next={version.state === 'awaiting_approval'} />,
              title: <Timestamp time={fromEpochSeconds(version.createdAt)} />,
              badge: <StateBadge version={version} />,
              detail: (
                <>
                  <span>{formatBytes(version.size)}</span>
                  {version.uploadedBy && (
                    <span>
                      {' · '}
                      <Data>{nameOf(version.uploadedBy)}</Data>
                    </span>
                  )}
                </>
              ),
              detailTitle: detailOf(version),
              more: (
                <VersionDetails
                  fileId={file.id}
                  version={version}
                  versions={data}
                  isOpenedFirst={version.version === openedVersion}
                />
              ),
              current: version.isCurrent,
              hasMenu: true,
              action: version.state === 'published' && (
                <VersionActions
                  version={version}
                  mayDecide={me.role === 'super_admin'}
                  onRestore={() => setDeciding({ version, kind: 'restore' })}
                  onWithdraw={() => setDeciding({ version, kind: 'withdraw' })}
                />
              ),
            }))}
          />
        )}
      </Fetched>
    </InfoDialog>
  )
}

function StateBadge({ version: { state, isCurrent, offeredTo } }: { version: FileVersion }) {
  if (isCurrent) return <Badge colour="green" label="Current" />
  if (typeof offeredTo === 'number')
    return <Badge colour="yellow" label={`Offered to ${offeredTo}\u00A0% of devices`} />
  if (state === 'awaiting_approval') return <Badge colour="yellow" label="Awaiting approval" />
  if (state === 'withdrawn') return <Badge colour="red" label="Withdrawn" />
  if (state === 'rejected') return <Badge label="Rejected" />
  return state === 'replaced' ? <Badge label="Replaced before approval" /> : null
}

/** Describes a version: "11.8 kB · Ada Østergård". */
function detailOf({ size, uploadedBy }: FileVersion): string {
  const by = uploadedBy ? [isolate(nameOf(uploadedBy))] : []
  return [formatBytes(size), ...by].join(' · ')
}
