import type { Admin } from '@health-console/contract/staff/admins.ts'
import type { Report } from '@health-console/contract/reports/reports.ts'
import type { EndUser } from '@health-console/contract/users/users.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { FileBracesIcon, RotateCcwIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { usePagedList } from '../../api/use-paged-list.tsx'
import type { useFailedQuery } from '../../api/use-failed-query.ts'
import { classNames } from '../../lib/class-names.ts'
import { describeDays, type Days, hasDays } from '../../lib/days.ts'
import { formatCount } from '../../lib/numbers.ts'
import { useMedia } from '../../lib/use-media.ts'
import { fetchedLater, useFetchAhead } from '../../shell/fetched-later.tsx'
import { Section } from '../../shell/part-error.tsx'
import { lastUsersList } from '../../shell/last-users-list.ts'
import { DataTable, nothingFound } from '../../table/data-table.tsx'
import { useIsNarrow } from '../../table/use-is-narrow.ts'
import { Badge } from '../../ui/values/badge.tsx'
import { Breadcrumb } from '../../ui/page/breadcrumb.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { DaysPlace } from '../../ui/dates/days-place.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { WhoHasViewed } from '../audit/who-has-viewed-button.tsx'
import { UserMenu } from '../users/user-menu.tsx'
import { reportColumns } from './columns.tsx'
import { DownloadAll, useDownloadAll } from './download-all-button.tsx'
import { Identity } from './identity.tsx'
import { failedToFetch, fullNameOf, labelsQuery, noLabels, reportsQuery, titleOf } from './queries.ts'
import { Readouts } from './over-time/readouts.tsx'
import { useOverTime } from './over-time/use-over-time.ts'
import { Loading } from '../../ui/spinner.tsx'
import styles from './user-reports.module.css'

// The date picker is fetched later, because it is a sixth of the page's code.
const DatePicker = fetchedLater(async () => (await import('../../ui/dates/date-picker.tsx')).DatePicker, 'section')
const DownloadProgressBar = fetchedLater(
  async () => (await import('./download-progress.tsx')).DownloadProgressBar,
  'section',
)
const ReportDialog = fetchedLater(async () => (await import('./report-dialog.tsx')).ReportDialog)

/** Windows in which the whole ID fits beside the readings and the actions. */
const wideQuery = '(min-width: 75em)'
/** A narrower list has no room even for the end of the ID. */
const endOfIdFrom = 640

type UserReportsProps = {
  me: Admin
  userId: string
  /** The user from the users list, until the user is loaded; undefined in a new tab. */
  user: EndUser | undefined
  /** The reports are fetched once the user is known to exist. */
  isLoaded: boolean
  hasLegalHold: boolean
  userFailed: ReturnType<typeof useFailedQuery>
}

const none: Report[] = []
const noReports = { ...nothingFound, hint: 'Reports appear here once they’re generated.' }

const route = getRouteApi('/_authenticated/user/$userId')

/** The reports of a user. The page shows at once what is already known about the user. */
export function UserReports({ me, userId, user, isLoaded, hasLegalHold, userFailed }: UserReportsProps) {
  useFetchAhead(ReportDialog, DownloadProgressBar)
  const { page = 1, ...days } = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  const [viewed, setViewed] = useState<string | null>(null)
  const [pointed, setPointed] = useState<string | null>(null)
  const isSuperAdmin = me.role === 'super_admin'
  const [columns] = useState(() => reportColumns(userId, setViewed, isSuperAdmin))
  const box = useRef<HTMLElement>(null)
  const daysPlace = useRef<HTMLDivElement>(null)
  const labels = useQuery(labelsQuery)
  const isWide = useMedia(wideQuery)
  const isPhone = useIsNarrow(box, endOfIdFrom)
  const fullName = user ? fullNameOf(user) : 'User'
  const { progress, start, cancel } = useDownloadAll(userId, fullName)
  const { data, meta, count, isFetching, table } = usePagedList({
    options: { ...reportsQuery({ userId, page, ...days }), enabled: isLoaded },
    metaOf: (response) => response.data.meta,
    failure: failedToFetch,
    noun: ['report', 'reports'],
    columns: [],
    state: { page },
    filter: describeDays(days),
    onState: (changed, options) => navigate({ search: (now) => ({ ...now, page: changed.page }), ...options }),
    hrefOf: (next) =>
      router.buildLocation({ to: '/user/$userId', params: { userId }, search: { ...days, page: next } }).href,
  })
  // The readings, which need the labels, appear together with the rows, so that nothing moves.
  const reports = labels.isFetched ? (data?.data.reports ?? none) : none
  const overTime = useOverTime({
    userId,
    days,
    reports,
    total: meta?.totalAmount ?? 0,
    labels: labels.data?.data ?? noLabels,
  })
  const isLoading = table.loading || !labels.isFetched
  const total = data?.data.unfilteredAmount
  const users = (
    <Link className="link" to="/" search={lastUsersList()} preload={false}>
      Users
    </Link>
  )
  const chooseDays = (chosen: Days) => navigate({ search: ({ page: now }) => ({ page: now, ...chosen }) })

  return (
    <div
      className={classNames(
        styles.page,
        !user && !userFailed && styles.unnamed,
        isLoading && reports.length === 0 && !userFailed && !table.failed && styles.unlisted,
      )}
    >
      <PageHeader
        breadcrumb={<Breadcrumb parent={users} current={fullName} />}
        icon={FileBracesIcon}
        title={user ? titleOf(user) : 'Reports'}
        isData={user !== undefined}
        count={user && count}
        badge={hasLegalHold && <Badge colour="yellow" label="Legal hold" />}
        hasFixedTools
        line={
          <Identity user={user} more={isSuperAdmin && <WhoHasViewed subject={`user:${userId}`} name={fullName} />} />
        }
        tools={
          <>
            {hasDays(days) && (
              <Button
                className={styles.reset}
                startIcon={RotateCcwIcon}
                onClick={() => {
                  // This button disappears.
                  daysPlace.current?.querySelector('input')?.focus()
                  void chooseDays({})
                }}
              >
                Reset
              </Button>
            )}
            <DaysPlace ref={daysPlace} isShort={!hasDays(days)}>
              <DatePicker
                label="Date generated"
                days={days}
                onChange={chooseDays}
                amount={meta && hasDays(days) ? describeReports(meta.totalAmount) : undefined}
              />
            </DaysPlace>
            <DownloadAll
              total={total}
              shown={meta?.totalAmount}
              days={days}
              isRunning={progress !== null}
              disabled={isFetching}
              onDownload={start}
            />
            {isSuperAdmin && (
              <UserMenu
                user={user}
                name={fullName}
                hasLegalHold={hasLegalHold}
                onErased={() => void router.navigate({ to: '/', search: lastUsersList() })}
              />
            )}
          </>
        }
      />
      {progress && <DownloadProgressBar progress={progress} total={progress.total} onCancel={cancel} />}
      <DataTable
        label="Reports"
        columns={isPhone ? columns.phone : isWide ? columns.wide : columns.narrow}
        rows={reports.map((report, row) => ({ id: report.reportId, report, readings: overTime.readingsAt(row) }))}
        above={
          overTime.isDrawn && (
            <Section>
              <Readouts
                overTime={overTime}
                pointed={pointed}
                onOpen={setViewed}
                onPoint={setPointed}
                onDays={chooseDays}
              />
            </Section>
          )
        }
        empty={hasDays(days) ? nothingFound : noReports}
        {...table}
        loading={isLoading}
        pointedId={pointed}
        onPoint={setPointed}
        ref={box}
        failed={userFailed ? { title: failedToFetch, ...userFailed } : table.failed}
      />
      {!user && !userFailed && <Loading className={styles.mark} afterMs={300} />}
      {viewed && <ReportDialog userId={userId} reportId={viewed} user={user} onClose={() => setViewed(null)} />}
    </div>
  )
}

const describeReports = (count: number) => `${formatCount(count)} ${count === 1 ? 'report' : 'reports'}`
