import type { Admin } from '@health-console/contract/staff/admins.ts'
import type { TextToOpen } from '@health-console/contract/files/approval.ts'
import type { FileVersion } from '@health-console/contract/files/files.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Fetched } from '../../../api/fetched.tsx'
import { isolate } from '../../../lib/isolate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialogs/dialog.tsx'
import { Note } from '../../../ui/page/note.tsx'
import { nameOf } from '../who-uploaded.ts'
import { reviewQuery } from '../queries.ts'
import { ReviewFoot } from './review-foot.tsx'
import { TextsToOpen } from './texts-to-open.tsx'
import { type Compared, VersionDifferences } from '../versions/version-differences.tsx'
import { Data } from '../../../ui/values/data.tsx'
import { VersionTexts } from '../versions/version-texts.tsx'

type ReviewDialogProps = {
  fileId: string
  version: number
  name: string
  me: Admin
  /** How many admins can approve, including the uploader. */
  eligible: number
  onClose: () => void
}

/** Shows a version beside the current one, with the one decision about it. Mount it when it opens. */
export function ReviewDialog({ fileId, version, name, me, eligible, onClose }: ReviewDialogProps) {
  const review = useQuery(reviewQuery(fileId, version))
  const shown = review.data?.data
  const isToApprove = shown?.version.state === 'awaiting_approval' && shown.version.uploadedBy?.id !== me.id
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={
        <>
          <Data>{name}</Data>
          <span>{` - ${isToApprove ? 'approve ' : ''}version ${version}`}</span>
        </>
      }
    >
      {shown?.version.state === 'awaiting_approval' ? (
        <AwaitingVersion
          compared={{ fileId, ...shown }}
          texts={shown.texts}
          meId={me.id}
          eligible={eligible}
          onClose={onClose}
        />
      ) : (
        <>
          <DialogBody>
            <Fetched query={review} failure="Couldn’t load the version">
              {({ data }) => (
                <>
                  <VersionDifferences compared={{ fileId, ...data }} word={words[data.version.state]} meId={me.id}>
                    <Outcome version={data.version} />
                  </VersionDifferences>
                  <VersionTexts fileId={fileId} version={data.version} than={data.current} />
                </>
              )}
            </Fetched>
          </DialogBody>
          <DialogFoot>
            <Button data-autofocus onClick={onClose}>
              Close
            </Button>
          </DialogFoot>
        </>
      )}
    </Dialog>
  )
}

type AwaitingVersionProps = {
  compared: Compared
  texts: TextToOpen[]
  meId: string
  eligible: number
  onClose: () => void
}

function AwaitingVersion({ compared, texts, meId, eligible, onClose }: AwaitingVersionProps) {
  const { version, current, fileId } = compared
  const isOwn = version.uploadedBy?.id === meId
  const [opened, setOpened] = useState<ReadonlySet<string | null>>(new Set())
  const firstUnopened = useRef<HTMLButtonElement>(null)
  const known = texts.map((text) => ({ ...text, isOpened: text.isOpened || opened.has(text.template) }))
  return (
    <>
      <DialogBody>
        <VersionDifferences compared={compared} word="Awaiting approval" meId={meId}>
          {isOwn && (
            <Note>
              <b>You uploaded this version, so someone else has to approve it.</b> {describeApprovers(eligible - 1)}
            </Note>
          )}
        </VersionDifferences>
        {known.length > 0 && (
          <TextsToOpen
            fileId={fileId}
            version={version}
            current={current}
            texts={known}
            firstUnopened={firstUnopened}
            onOpened={(template) => setOpened((before) => new Set([...before, template]))}
          />
        )}
      </DialogBody>
      <ReviewFoot
        fileId={fileId}
        version={version}
        current={current}
        isOwn={isOwn}
        obstacle={obstacleOf(version, known, isOwn)}
        onObstacle={() => firstUnopened.current?.focus()}
        onClose={onClose}
      />
    </>
  )
}

/** Why the version cannot be approved yet. */
function obstacleOf({ sha256 }: FileVersion, texts: TextToOpen[], isOwn: boolean): string | undefined {
  if (isOwn) return 'You can’t approve your own upload.'
  if (sha256 === null) return 'The checksum is still being calculated.'
  const unopened = texts.find(({ isOpened }) => !isOpened)
  if (!unopened) return undefined
  const { template } = unopened
  return `Read ${template === null ? 'the prompt' : template === '' ? 'the chat template' : `“${isolate(template)}”`} before you approve.`
}

function describeApprovers(others: number): string {
  if (others < 1) return 'No one else has access. Invite another admin.'
  return others === 1 ? 'One other admin can.' : `${others} other admins can.`
}

const words: Record<FileVersion['state'], string> = {
  awaiting_approval: 'Awaiting approval',
  published: 'Published',
  rejected: 'Rejected',
  replaced: 'Replaced',
  withdrawn: 'Withdrawn',
}

/** The outcome of a version. */
function Outcome({ version: { version, state, isCurrent, decisions } }: { version: FileVersion }) {
  const last = decisions.at(-1)
  const by = last?.by ? <Data>{nameOf(last.by)}</Data> : 'A system administrator'
  const reason = last?.reason && (
    <>
      : “<Data>{last.reason}</Data>”
    </>
  )
  switch (state) {
    case 'withdrawn':
      return (
        <Note tone="warning">
          <b>Withdrawn.</b> {by}
          {reason}
        </Note>
      )
    case 'rejected':
      return (
        <Note tone="warning">
          <b>Rejected.</b> {by}
          {reason}
        </Note>
      )
    case 'replaced':
      return <Note tone="danger">Version {version} has been replaced by a newer upload. Review that one instead.</Note>
    case 'published':
      return <Note>{isCurrent ? `Version ${version} is current.` : `Version ${version} was current before.`}</Note>
    case 'awaiting_approval':
      return null
  }
}
