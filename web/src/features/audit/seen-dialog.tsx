import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DownloadIcon } from 'lucide-react'
import { useState } from 'react'
import { useRetry } from '../../api/use-retry.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { formatCount } from '../../lib/numbers.ts'
import { fetchedLater, useFetchAhead } from '../../shell/fetched-later.tsx'
import { Badge, Tag } from '../../ui/values/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialogs/dialog.tsx'
import { EmptyState, ErrorPanel, LoadingState } from '../../ui/page/empty-state.tsx'
import { seenQuery } from './queries.ts'
import { noFilters } from './audit-state.ts'
import { groupByDay, hasOpened, type SeenBy } from './seen-days.ts'
import { SeenDots } from './seen-dots.tsx'
import styles from './seen-dialog.module.css'

const ExportDialog = fetchedLater(async () => (await import('./export-dialog.tsx')).ExportDialog)

const methods = { list: 'In a list', search: 'In a search', view: 'Viewed', download: 'Downloaded' } as const

type SeenDialogProps = {
  /** `kind:id` */
  subject: string
  /** The person's name on the page. */
  name: string
  onClose: () => void
}

/** Shows who has seen the data of a user or patient. Mount it when it opens, because the view is logged. */
export function SeenDialog({ subject, name, onClose }: SeenDialogProps) {
  useFetchAhead(ExportDialog)
  const [isExporting, setIsExporting] = useState(false)
  return (
    <Dialog open onClose={onClose} title={`Who has seen ${isolate(name)}`} size="large">
      <DialogBody>
        <Days subject={subject} onLeave={onClose} />
      </DialogBody>
      <DialogFoot>
        <Button startIcon={DownloadIcon} onClick={() => setIsExporting(true)}>
          Export
        </Button>
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
      {isExporting && (
        <ExportDialog
          query={{ subject, seen: 'true' }}
          name={`who-has-seen-${subject.replace(':', '-')}`}
          about={`Everyone who has seen the data of ${isolate(name)}.`}
          onClose={() => setIsExporting(false)}
        />
      )}
    </Dialog>
  )
}

function Days({ subject, onLeave }: { subject: string; onLeave: () => void }) {
  const seen = useInfiniteQuery(seenQuery(subject))
  const failed = useRetry(seen)
  if (failed) return <ErrorPanel title="Failed to fetch who has seen this" {...failed} />
  if (!seen.data) return <LoadingState />
  const days = groupByDay(seen.data.pages.flatMap(({ data }) => data))
  if (days.length === 0) return <EmptyState title="No items." subtitle="No one has seen this yet." />
  return (
    <>
      <p className="stamp">
        Times are in UTC.{' '}
        <Link className="link" to="/audit" search={{ ...noFilters, subject }} preload={false} onClick={onLeave}>
          Show in the audit log
        </Link>
      </p>
      <SeenDots days={days} isWhole={!seen.hasNextPage} />
      {days.map(({ day, people }) => (
        <section key={day} className={styles.day} aria-label={formatDate(day) ?? day}>
          <h3>{formatDate(day)}</h3>
          <ul>
            {people.map((person) => (
              <Person key={person.key} person={person} />
            ))}
          </ul>
        </section>
      ))}
      <div className={styles.more}>
        {seen.hasNextPage && (
          <Button
            size="small"
            busy={seen.isFetchingNextPage}
            data-repeats
            onClick={() => void seen.fetchNextPage({ cancelRefetch: false })}
          >
            {seen.isFetchNextPageError ? 'Try again' : 'Show older'}
          </Button>
        )}
        <span className="stamp" role="status">
          {seen.isFetchNextPageError
            ? 'The older ones could not be fetched.'
            : `${formatCount(days.length)} ${days.length === 1 ? 'day' : 'days'}${seen.hasNextPage ? ' so far' : ', all of them'}`}
        </span>
      </div>
    </>
  )
}

function Person({ person }: { person: SeenBy }) {
  const { name, hasLeft, methods: seen, fromIso, toIso } = person
  const [from, to] = [formatTime(fromIso), formatTime(toIso)]
  return (
    <li>
      <span className={styles.who}>
        {hasOpened(person) ? <b>{isolate(name)}</b> : <span>{isolate(name)}</span>} {hasLeft && <Tag>Left</Tag>}
      </span>
      <span className={styles.methods}>
        {[...seen].map(([how, times]) => (
          <Badge key={how} label={times > 1 ? `${methods[how]} ${formatCount(times)} times` : methods[how]} />
        ))}
      </span>
      <span className={styles.times}>{from === to ? from : `${from} to ${to}`}</span>
    </li>
  )
}
