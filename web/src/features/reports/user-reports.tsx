import type { EndUser } from '@health-console/contract/users.ts'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { FileBracesIcon } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { usePagedQuery } from '../../api/use-paged-query.ts'
import type { useRetry } from '../../api/use-retry.ts'
import { describeDays, type Days, hasDays, isRange } from '../../lib/days.ts'
import { fetchedLater, useFetchAhead } from '../../shell/fetched-later.tsx'
import { lastUsersList } from '../../shell/last-users-list.ts'
import { DataTable, nothingFound } from '../../table/data-table.tsx'
import { Pagination } from '../../table/pagination.tsx'
import { useListStatus } from '../../table/use-list-status.ts'
import { useIsNarrow } from '../../table/use-is-narrow.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { DaysPlace } from '../../ui/days-place.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { reportColumns } from './columns.tsx'
import { downloadReport } from './download-report.ts'
import { DownloadAll } from './download-all-button.tsx'
import { DownloadProgressBar } from './download-progress.tsx'
import { Identity } from './identity.tsx'
import { fullNameOf, reportsQuery, titleOf } from './queries.ts'
import { useDownloadAll } from './use-download-all.ts'

// fetched later, because the date picker is a sixth of the page's code
const DaysFilter = fetchedLater(async () => (await import('../../ui/days-filter.tsx')).DaysFilter)
const ReportDialog = fetchedLater(async () => (await import('./report-dialog.tsx')).ReportDialog)

const dayLabels = { day: 'Date generated', from: 'Generated from', to: 'Generated until' }

/** Below this width the id, the date and the actions do not fit side by side. */
const narrowBelow = 880

type UserReportsProps = {
  userId: string
  /** From the users list, until the user is loaded; undefined in a new tab. */
  person: EndUser | undefined
  /** The reports are fetched once the user is known to exist. */
  isLoaded: boolean
  userFailed: ReturnType<typeof useRetry>
  more: ((userId: string, name: string) => ReactNode) | undefined
}

const route = getRouteApi('/_authenticated/user/$userId')

/** The reports of a user. Shows at once what is already known about the person. */
export function UserReports({ userId, person, isLoaded, userFailed, more }: UserReportsProps) {
  useFetchAhead(ReportDialog)
  const { page = 1, ...days } = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  const [viewed, setViewed] = useState<string | null>(null)
  const [columns] = useState(() => reportColumns(setViewed, (reportId) => void downloadReport(userId, reportId)))
  const table = useRef<HTMLElement>(null)
  const isNarrow = useIsNarrow(table, narrowBelow)
  const fullName = person ? fullNameOf(person) : 'User'
  const { progress, start, cancel } = useDownloadAll(userId, fullName)
  const list = usePagedQuery({
    options: { ...reportsQuery({ userId, page, ...days }), enabled: isLoaded },
    metaOf: (answer) => answer.data.meta,
    list: [days.date, days.from, days.to].join(),
    onPastEnd: (lastPage) => navigate({ search: (now) => ({ ...now, page: lastPage }), replace: true }),
  })
  const { data, meta, loading, isOtherList, fetching } = list
  const failed = userFailed ?? list.failed
  const total = data?.data.unfilteredAmount
  const status = useListStatus(
    { noun: ['report', 'reports'], search: describeDays(days), sort: null, columns: [] },
    list.isFetchingOther ? undefined : meta,
  )
  const users = (
    <Link className="link" to="/" search={lastUsersList()} preload={false}>
      Users
    </Link>
  )
  const chooseDays = (chosen: Days) => navigate({ search: ({ page: now }) => ({ page: now, ...chosen }) })

  return (
    <>
      <PageHeader
        breadcrumb={<Breadcrumb parent={users} current={fullName} />}
        icon={FileBracesIcon}
        title={person ? titleOf(person) : 'Reports'}
        count={isOtherList ? undefined : meta?.totalAmount}
        toolsPlace={isRange(days) ? 'below' : 'beside'}
        line={<Identity person={person} more={more?.(userId, fullName)} />}
        tools={
          <>
            <DaysPlace isRange={isRange(days)} hasReset={hasDays(days)}>
              <DaysFilter days={days} labels={dayLabels} onChange={chooseDays} />
            </DaysPlace>
            <DownloadAll
              total={total}
              isFiltered={hasDays(days)}
              isRunning={progress !== null}
              disabled={fetching}
              onClick={() => void start()}
            />
          </>
        }
      />
      {progress && total !== undefined && <DownloadProgressBar progress={progress} total={total} onCancel={cancel} />}
      <DataTable
        ref={table}
        label="Reports"
        columns={isNarrow ? columns.narrow : columns.wide}
        rows={data?.data.reports.map((report) => ({ id: report.reportId, report })) ?? []}
        loading={loading}
        failed={failed && { title: 'Failed to fetch data', ...failed }}
        empty={nothingFound}
        status={status}
        scrollKey={page}
        footer={
          <Pagination
            page={page}
            meta={meta}
            isOld={isOtherList}
            onPage={(next) => navigate({ search: (now) => ({ ...now, page: next }) })}
            hrefOf={(next) =>
              router.buildLocation({ to: '/user/$userId', params: { userId }, search: { ...days, page: next } }).href
            }
          />
        }
      />
      {viewed && <ReportDialog userId={userId} reportId={viewed} onClose={() => setViewed(null)} />}
    </>
  )
}
