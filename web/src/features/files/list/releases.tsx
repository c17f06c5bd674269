import type { Admin } from '@health-console/contract/staff/admins.ts'
import { type FileDecision, type FileRelease, releaseDays } from '@health-console/contract/files/files.ts'
import { useState, type ReactNode } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { formatShortDate, formatTime } from '../../../lib/dates.ts'
import { isolate } from '../../../lib/isolate.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Segments } from '../../../ui/buttons/segments.tsx'
import { Timestamp } from '../../../ui/dates/timestamp.tsx'
import { Badge } from '../../../ui/values/badge.tsx'
import { VersionPlate } from '../../../ui/values/version-plate.tsx'
import type { FileRow } from '../file-rows.ts'
import { nameOf } from '../who-uploaded.ts'
import { changesOf } from './release-changes.ts'
import { type ReleaseEvent, eventsOf } from './release-events.ts'
import styles from './releases.module.css'

type ReleasesProps = {
  files: FileRow[]
  releases: FileRelease[]
  needsTwo: boolean
  me: Admin
  /** The release whose details are being fetched. */
  opening: FileRelease | null
  onReview: (release: FileRelease) => void
  onDetails: (release: FileRelease) => void
}

/** What was published, withdrawn or rejected, by whom and why, and what awaits approval; newest first. */
export function Releases({ files, releases, needsTwo, me, opening, onReview, onDetails }: ReleasesProps) {
  const [type, setType] = useState<FileRow['type'] | 'all'>('all')
  const events = eventsOf(releases.filter((release) => type === 'all' || release.type === type))
  const awaiting = events.find(({ release, kind }) => kind === 'awaiting' && !isBy(release, me))
  const marked = awaiting ?? events[0]
  return (
    <section className={styles.section} aria-labelledby="releases">
      <div className={styles.head}>
        <h2 id="releases">Releases</h2>
        <p className="stamp">
          {needsTwo && (
            <>
              New versions need approval by <b>a second person</b>.{' '}
            </>
          )}
          <span>Last {releaseDays} days, times in UTC</span>
        </p>
        <Segments
          small
          hidesLegend
          legend="File"
          options={[
            { value: 'all', label: 'All' },
            ...files.map(({ type: value, name }) => ({ value, label: isolate(name) })),
          ]}
          value={type}
          onChange={setType}
        />
      </div>
      {events.length === 0 && <p className={styles.none}>No releases.</p>}
      <ol className={styles.releases}>
        {events.map((event) => (
          <li
            key={`${event.release.fileId} ${event.release.version} ${event.kind}`}
            aria-current={event === marked || undefined}
          >
            <Release event={event} me={me} opening={opening} onReview={onReview} onDetails={onDetails} />
          </li>
        ))}
      </ol>
    </section>
  )
}

type ReleaseProps = Pick<ReleasesProps, 'me' | 'opening' | 'onReview' | 'onDetails'> & { event: ReleaseEvent }

function Release({ event, me, opening, onReview, onDetails }: ReleaseProps) {
  const { kind, release, atSeconds } = event
  const at = new Date(atSeconds * 1000)
  const isOwn = isBy(release, me)
  const isWaiting = kind === 'awaiting'
  const label = isWaiting && !isOwn ? 'Review' : 'Details'
  return (
    <>
      <Timestamp time={at}>
        {formatShortDate(at)}, <span className="time">{formatTime(at)}</span>
      </Timestamp>
      <Plates event={event} />
      <div className={styles.what}>
        <b translate="no">{sentenceOf(event, isOwn)}</b>
        {isWaiting && <Badge colour="yellow" label="Awaiting approval" />}
        <span className={styles.second} translate="no">
          {secondLine(event)}
        </span>
      </div>
      <Button
        quiet
        size="small"
        busy={release === opening}
        aria-label={`${label} of ${isolate(release.name)}, version ${release.version}`}
        onClick={() => (isWaiting ? onReview(release) : onDetails(release))}
      >
        {label}
      </Button>
    </>
  )
}

/** What changed, or only the version that is gone. */
function Plates({ event: { kind, release } }: { event: ReleaseEvent }): ReactNode {
  const { version, before, offeredTo } = release
  if (kind === 'withdrawn' || kind === 'rejected' || kind === 'replaced')
    return (
      <span className={styles.gone}>
        <VersionPlate version={version} />
      </span>
    )
  return (
    <span className={styles.plates}>
      {before !== null && (
        <>
          <VersionPlate version={before} />
          <span role="img" aria-label="to">
            →
          </span>
        </>
      )}
      <VersionPlate version={version} next={kind === 'awaiting' || typeof offeredTo === 'number'} />
    </span>
  )
}

function sentenceOf({ kind, release }: ReleaseEvent, isOwn: boolean): string {
  const name = isolate(release.name)
  const { version, offeredTo, restoredFrom } = release
  switch (kind) {
    case 'awaiting':
      return isOwn ? `${name} awaits another admin` : `${name} awaits your review`
    case 'withdrawn':
      return `${name} version ${version} withdrawn`
    case 'rejected':
      return `${name} version ${version} rejected`
    case 'replaced':
      return `${name} version ${version} replaced before approval`
    case 'published':
      if (typeof offeredTo === 'number') return `${name} offered to ${offeredTo}\u00A0% of devices`
      return restoredFrom === null ? `${name} published` : `${name} version ${restoredFrom} restored`
  }
}

/** By whom and why, or who approved it, what changed, and which file it is. */
function secondLine({ kind, release, decision }: ReleaseEvent): string {
  const { uploadedBy, size, filename, decisions } = release
  if (decision) return [byOf(decision), decision.reason && `“${isolate(decision.reason)}”`].filter(Boolean).join(' · ')
  const approval = kind === 'published' && decisions.find((each) => each.decision === 'approve')
  const uploader = uploadedBy ? isolate(nameOf(uploadedBy)) : ''
  const people = [uploader, approval && `approved by ${byOf(approval)}`].filter(Boolean).join(', ')
  return [people, formatBytes(size), ...changesOf(release), isolate(filename)].filter(Boolean).join(' · ')
}

const byOf = ({ by }: FileDecision) => (by ? isolate(nameOf(by)) : 'a system administrator')

const isBy = ({ uploadedBy }: FileRelease, me: Admin) => uploadedBy?.id === me.id
