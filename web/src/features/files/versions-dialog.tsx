import type { Admin } from '@health-console/contract/admins.ts'
import type { FileVersion } from '@health-console/contract/files.ts'
import { useQuery } from '@tanstack/react-query'
import { BanIcon, RotateCcwIcon } from 'lucide-react'
import { useState } from 'react'
import { Fetched } from '../../api/fetched.tsx'
import { formatBytes } from '../../lib/bytes.ts'
import { fromEpochSeconds } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { RowAction } from '../../table/row-action.tsx'
import { Badge } from '../../ui/values/badge.tsx'
import { Copyable } from '../../ui/buttons/copyable.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { InfoDialog } from '../../ui/dialogs/info-dialog.tsx'
import { HistoryList } from '../../ui/page/history-list.tsx'
import { SelectBox } from '../../ui/fields/select-box.tsx'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import { VersionPlate } from '../../ui/values/version-plate.tsx'
import { DownloadLink } from './download-link.tsx'
import { FileFactsTable } from './facts-table.tsx'
import type { FileRow } from './file-rows.ts'
import { MakeCurrentDialog, WithdrawDialog } from './go-back-dialog.tsx'
import { nameOf } from './people.ts'
import { factsQuery, versionsQuery } from './queries.ts'
import { PromptVersionChanges } from './version-texts.tsx'
import styles from './versions-dialog.module.css'

type VersionsDialogProps = { file: FileRow; me: Admin; onClose: () => void }

/** A decision about a version, in a dialog of its own. */
type Decision = { version: FileVersion; kind: 'restore' | 'withdraw' }

/** The versions of a file. Mount it when it opens. */
export function VersionsDialog({ file, me, onClose }: VersionsDialogProps) {
  const versions = useQuery(versionsQuery(file.id))
  const [deciding, setDeciding] = useState<Decision | null>(null)
  const known = versions.data?.data ?? []
  if (deciding) {
    const DecisionDialog = deciding.kind === 'restore' ? MakeCurrentDialog : WithdrawDialog
    const back = () => setDeciding(null)
    return <DecisionDialog file={file} version={deciding.version} versions={known} meId={me.id} onClose={back} />
  }
  const mayDecide = (version: FileVersion) => me.role === 'super_admin' && version.state === 'published'
  return (
    <InfoDialog onClose={onClose} title={`${isolate(file.name)} - versions`} size="large">
      <Fetched query={versions} failure="Failed to fetch the versions">
        {({ data }) => (
          <HistoryList
            items={data.map((version) => ({
              id: String(version.version),
              plate: <VersionPlate version={version.version} next={version.state === 'staged'} />,
              title: <Timestamp time={fromEpochSeconds(version.createdAt)} />,
              badge: <StateBadge version={version} />,
              detail: <VersionDetail version={version} />,
              more: <VersionContent fileId={file.id} version={version} versions={data} />,
              current: version.isCurrent,
              action: (
                <div className={styles.actions}>
                  {mayDecide(version) && !version.isCurrent && (
                    <RowAction
                      icon={RotateCcwIcon}
                      label="Make current"
                      aria-label={`Make current: version ${version.version}`}
                      onClick={() => setDeciding({ version, kind: 'restore' })}
                    />
                  )}
                  {mayDecide(version) && (
                    <RowAction
                      icon={BanIcon}
                      label="Withdraw"
                      aria-label={`Withdraw version ${version.version}`}
                      variant="delete"
                      onClick={() => setDeciding({ version, kind: 'withdraw' })}
                    />
                  )}
                  {version.state === 'published' && (
                    <DownloadLink aria-label={`Download version ${version.version}`} href={version.url} />
                  )}
                </div>
              ),
            }))}
          />
        )}
      </Fetched>
    </InfoDialog>
  )
}

function StateBadge({ version: { state, isCurrent } }: { version: FileVersion }) {
  if (isCurrent) return <Badge colour="green" label="Current" />
  if (state === 'staged') return <Badge colour="yellow" label="Staged" />
  if (state === 'withdrawn') return <Badge colour="red" label="Withdrawn" />
  if (state === 'refused') return <Badge label="Refused" />
  return state === 'replaced' ? <Badge label="Replaced before approval" /> : null
}

type VersionContentProps = { fileId: string; version: FileVersion; versions: FileVersion[] }

/** What the content of a version is, fetched when it is opened. */
function VersionContent({ fileId, version, versions }: VersionContentProps) {
  const [isOpen, setIsOpen] = useState(false)
  const facts = useQuery({ ...factsQuery(fileId, version.version), enabled: isOpen })
  return (
    <details className={styles.content} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Content</summary>
      {isOpen && (
        <Fetched query={facts} failure="Failed to read the file">
          {({ data }) => (
            <>
              <FileFactsTable facts={data} />
              {data.kind === 'txt' && <ComparePrompts fileId={fileId} version={version} versions={versions} />}
            </>
          )}
        </Fetched>
      )}
    </details>
  )
}

/** Compares a published version of the prompt with any other. A staged one is read in its review. */
function ComparePrompts({ fileId, version, versions }: VersionContentProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const others = versions.filter((each) => each.version !== version.version && each.state === 'published')
  const than = others.find((each) => String(each.version) === chosen)
  if (version.state !== 'published' || others.length === 0) return null
  return (
    <>
      <Field label="Compare with">
        {(control) => (
          <SelectBox
            {...control}
            value={chosen}
            placeholder="Choose a version"
            options={others.map((each) => ({ value: String(each.version), label: `Version ${each.version}` }))}
            onChange={setChosen}
          />
        )}
      </Field>
      {than && <PromptVersionChanges key={than.version} fileId={fileId} version={version} than={than} />}
    </>
  )
}

function VersionDetail({ version }: { version: FileVersion }) {
  const { size, uploadedBy, restoredFrom, filename, sha256, sameAs, signatureUrl } = version
  return (
    <>
      <span className={styles.line} title={uploadedBy?.email}>
        {formatBytes(size)}
        {uploadedBy && ` · ${isolate(uploadedBy.fullName || uploadedBy.email)}`}
        {restoredFrom !== null && ` · version ${restoredFrom} made current again`}
        {restoredFrom === null && sameAs !== null && ` · the same as version ${sameAs}`}
      </span>
      <span className={styles.line} title={isolate(filename)}>
        {isolate(filename)}
      </span>
      {version.decisions.map((decision) => (
        <span key={decision.decision} className={styles.decision}>
          {decided[decision.decision]} by {decision.by ? isolate(nameOf(decision.by)) : 'the operator'}
          {decision.reason && `: “${isolate(decision.reason)}”`}
          {decision.doubt && ` - ${doubts[decision.doubt]}`}
        </span>
      ))}
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
      {signatureUrl && (
        <a
          className="link"
          href={signatureUrl}
          download
          aria-label={`Download signature of version ${version.version}`}
        >
          Download signature
        </a>
      )}
    </>
  )
}

const decided: Record<FileVersion['decisions'][number]['decision'], string> = {
  approve: 'Approved',
  refuse: 'Refused',
  restore: 'Made current again',
  withdraw: 'Withdrawn',
}

const doubts = {
  invited: 'one of the two has invited the other, less than 30 days before',
  browser: 'in a browser that the uploader has used, too',
}
