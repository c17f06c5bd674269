import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDownIcon, DownloadIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFailedQuery } from '../../api/use-failed-query.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { formatCount } from '../../lib/numbers.ts'
import { fetchedLater, useFetchAhead } from '../../shell/fetched-later.tsx'
import { Icon } from '../../ui/icon.tsx'
import { classNames } from '../../lib/class-names.ts'
import { Tag } from '../../ui/values/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialogs/dialog.tsx'
import { LoadingState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { seenQuery } from './queries.ts'
import { noFilters } from './audit-state.ts'
import { firstRecentDay, adminsOf, seenLines, type SeenLine } from './seen-days.ts'
import styles from './who-has-viewed-dialog.module.css'
import { Data } from '../../ui/values/data.tsx'

const ExportDialog = fetchedLater(async () => (await import('./export-dialog.tsx')).ExportDialog)

const methods = { list: 'In a list', search: 'In a search', view: 'Viewed', download: 'Downloaded' } as const

type WhoHasViewedDialogProps = {
  /** The kind and ID of the user, patient or report: `kind:id`. */
  subject: string
  /** The user's or patient's name on the page. */
  name: string
  onClose: () => void
}

/** Shows who has seen the data of a user or patient, or a report. Mount it when it opens, because the view is logged. */
export function WhoHasViewedDialog({ subject, name, onClose }: WhoHasViewedDialogProps) {
  useFetchAhead(ExportDialog)
  const [isExporting, setIsExporting] = useState(false)
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <>
          Who has viewed <Data>{name}</Data>
        </>
      }
      size="large"
    >
      <DialogBody>
        <SeenBy subject={subject} />
      </DialogBody>
      <DialogFoot
        lead={
          <Link className="link" to="/audit" search={{ ...noFilters, subject }} preload={false} onClick={onClose}>
            Show in the audit log
          </Link>
        }
      >
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
        <Button startIcon={DownloadIcon} onClick={() => setIsExporting(true)}>
          Export
        </Button>
      </DialogFoot>
      {isExporting && (
        <ExportDialog
          query={{ subject, seen: 'true' }}
          name={`who-has-seen-${subject.replace(':', '-')}`}
          about={`Everyone who has viewed ${isolate(name)}’s data.`}
          onClose={() => setIsExporting(false)}
        />
      )}
    </Dialog>
  )
}

/** This many pages are fetched automatically, to cover the last 30 days. */
const pagesAtOnce = 10

function SeenBy({ subject }: { subject: string }) {
  const [nowMs] = useState(() => Date.now())
  const seen = useInfiniteQuery(seenQuery(subject))
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = seen
  const failed = useFailedQuery(seen)
  const entries = seen.data?.pages.flatMap(({ data }) => data) ?? []
  const firstDay = firstRecentDay(nowMs)
  const oldest = entries.at(-1)?.at ?? ''
  const isWhole = !hasNextPage || oldest.slice(0, 10) < firstDay
  const isFetchingMore =
    seen.data !== undefined && !isWhole && !isFetchNextPageError && seen.data.pages.length < pagesAtOnce
  useEffect(() => {
    if (isFetchingMore && !isFetchingNextPage) void fetchNextPage({ cancelRefetch: false })
  }, [isFetchingMore, isFetchingNextPage, fetchNextPage])

  if (failed) return <ErrorPanel title="Couldn’t load who has viewed this" {...failed} />
  if (!seen.data || isFetchingMore) return <LoadingState />
  const lines = seenLines(entries)
  if (lines.length === 0 && !hasNextPage) return <p role="status">No one has viewed this yet.</p>
  const opened = lines.filter(({ isOpened }) => isOpened)
  const recent = opened.filter(({ day }) => day >= firstDay)
  const older = opened.filter(({ day }) => day < firstDay)
  const listed = lines.filter(({ isOpened }) => !isOpened)
  const period = isWhole ? 'in the last 30 days' : `since ${formatDate(oldest)}, ${formatTime(oldest)}`
  const admins = adminsOf(recent)
  return (
    <>
      <div className={styles.summary}>
        <h3>{admins.length === 0 ? `Not viewed ${period}` : `Viewed by ${countAdmins(admins.length)} ${period}`}</h3>
        <p>
          {admins.length > 0 && <Who admins={admins} />}
          <span>Times are in UTC.</span>
        </p>
      </div>
      <div className={styles.lines}>
        {recent.length > 0 && (
          <>
            <div className={classNames('caps', styles.head)} aria-hidden="true">
              <span>Date</span>
              <span>Name</span>
              <span>What</span>
              <span>Time</span>
            </div>
            <Lines lines={recent} />
          </>
        )}
        {listed.length > 0 && <Closed title="Only appeared in a list" lines={listed} />}
        {older.length > 0 && <Closed title={`Viewed before ${formatDate(firstDay)}`} lines={older} />}
      </div>
      {hasNextPage && (
        <div className={styles.more}>
          <Button
            size="small"
            busy={isFetchingNextPage}
            data-repeats
            onClick={() => void fetchNextPage({ cancelRefetch: false })}
          >
            {isFetchNextPageError ? 'Try again' : 'Show older entries'}
          </Button>
          <span className="stamp" role="status">
            {isFetchNextPageError
              ? 'Couldn’t load older entries.'
              : `Shown since ${formatDate(oldest)}, ${formatTime(oldest)}.`}
          </span>
        </div>
      )}
    </>
  )
}

/** A closed line for what seldom needs attention. */
function Closed({ title, lines }: { title: string; lines: SeenLine[] }) {
  const days = new Set(lines.map(({ day }) => day)).size
  return (
    <details className={styles.closed}>
      <summary>
        <b>{title}</b>
        <span>
          {formatCount(days)} {days === 1 ? 'day' : 'days'}, {countAdmins(adminsOf(lines).length)}
        </span>
        <Icon icon={ChevronDownIcon} />
      </summary>
      <Lines lines={lines} />
    </details>
  )
}

function Lines({ lines }: { lines: SeenLine[] }) {
  return (
    <ul>
      {lines.map(({ key, day, name, hasLeft, methods, fromIso, toIso }) => {
        const [from, to] = [formatTime(fromIso), formatTime(toIso)]
        return (
          <li key={key}>
            <span className={styles.date}>{formatDate(day)}</span>
            <span className={styles.who}>
              <b>
                <Data>{name}</Data>
              </b>{' '}
              {hasLeft && <Tag>Former</Tag>}
            </span>
            <span className={styles.what}>{describeMethods(methods)}</span>
            <span className={styles.times}>{from === to ? from : `${from} to ${to}`}</span>
          </li>
        )
      })}
    </ul>
  )
}

const countAdmins = (count: number) => `${formatCount(count)} ${count === 1 ? 'admin' : 'admins'}`

const namedAdmins = 3

/** Names the admins with the most days: "Ann Lee on 4 days, Bo Berg on 1 day and 2 more". */
function Who({ admins }: { admins: ReturnType<typeof adminsOf> }) {
  const others = admins.length - namedAdmins
  return (
    <span>
      {admins.slice(0, namedAdmins).map(({ key, name, days }, index) => (
        <span key={key}>
          <span>{index > 0 && ', '}</span>
          <Data>{name}</Data> on {formatCount(days)} {days === 1 ? 'day' : 'days'}
        </span>
      ))}
      {others > 0 && <span> and {formatCount(others)} more</span>}
      <span>. </span>
    </span>
  )
}

/** Describes how the data was seen: "Viewed 2 times, downloaded". */
function describeMethods(seen: SeenLine['methods']): string {
  const text = [...seen].map(([how, times]) =>
    times > 1 ? `${methods[how]} ${formatCount(times)} times` : methods[how],
  )
  return text.map((part, index) => (index === 0 ? part : part.charAt(0).toLowerCase() + part.slice(1))).join(', ')
}
