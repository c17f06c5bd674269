import type { Report } from '@health-console/contract/reports.ts'
import type { EndUser } from '@health-console/contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { isNotFound } from '../../api/errors.ts'
import { usePagedQuery } from '../../api/use-paged-query.ts'
import { formatDate, formatTime, fromEpochSeconds } from '../../lib/dates.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import type { Column } from '../../table/column.ts'
import { DataTable } from '../../table/data-table.tsx'
import { Pagination } from '../../table/pagination.tsx'
import { RowAction, RowActions } from '../../table/row-action.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Button } from '../../ui/button.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorPanel, LoadingState } from '../../ui/void.tsx'
import { DownloadProgressBar } from './download-progress.tsx'
import { fullNameOf, reportsQuery, userQuery } from './queries.ts'
import { useDownloadAll } from './use-download-all.ts'
import { UserNotFound } from './user-not-found.tsx'

const empty = { title: 'Nothing found.', subtitle: 'Adjust the search or try again later.' }

type Row = { id: string; report: Report }

const columns: Column<Row>[] = [
  { key: 'id', label: 'Report ID', kind: 'id', render: (row) => <ReportId id={row.id} /> },
  { key: 'generatedAt', label: 'Date generated', kind: 'date', render: (row) => <Generated report={row.report} /> },
  {
    key: 'action',
    label: 'Action',
    kind: 'actions',
    render: ({ report }) => (
      <RowActions>
        <RowAction icon="download" label="Download report" onClick={() => downloadReport(report)} />
      </RowActions>
    ),
  },
]

const route = getRouteApi('/_authenticated/user/$userId')

/** Loads the user, then their reports. */
export function ReportsPage() {
  const { userId } = route.useParams()
  const user = useQuery(userQuery(userId))
  const title = user.data && `${fullNameOf(user.data.data)}\`s reports`
  useDocumentTitle(title ?? null)

  if (isNotFound(user.error)) return <UserNotFound />
  // the key gives each user a date picker and a download of their own
  if (user.data && title) return <UserReports key={userId} user={user.data.data} title={title} />
  if (user.isError) return <ErrorPanel title="Failed to fetch data" onRetry={() => void user.refetch()} />
  return <LoadingState />
}

function UserReports({ user, title }: { user: EndUser; title: string }) {
  const { page = 1, date } = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  const fullName = fullNameOf(user)
  const { progress, start, cancel } = useDownloadAll(user.id, fullName)
  const { data, meta, loading, fetching, failed } = usePagedQuery({
    options: reportsQuery({ userId: user.id, page, date }),
    metaOf: (answer) => answer.data.meta,
    onPastEnd: (lastPage) => navigate({ search: (now) => ({ ...now, page: lastPage }), replace: true }),
  })
  const chooseDay = (day: string | null) => navigate({ search: (now) => ({ ...now, date: day ?? undefined }) })

  return (
    <>
      <PageHeader
        breadcrumb={
          <Breadcrumb
            links={[
              <Link key="users" className="link" to="/" preload={false}>
                Users
              </Link>,
            ]}
            current={fullName}
          />
        }
        icon="file-braces"
        title={title}
        count={meta?.totalAmount}
        tools={
          <>
            <DatePicker label="Date generated" value={date ?? null} onChange={chooseDay} />
            {date && (
              <Button startIcon="rotate-ccw" onClick={() => chooseDay(null)}>
                Reset
              </Button>
            )}
            {meta && meta.totalAmount > 0 && (
              <Button
                variant="primary"
                startIcon="download"
                busy={progress !== null}
                disabled={fetching || progress !== null}
                onClick={() => void start()}
              >
                Download all
              </Button>
            )}
          </>
        }
      />
      {progress && (
        <DownloadProgressBar progress={progress} total={date ? null : (meta?.totalAmount ?? null)} onCancel={cancel} />
      )}
      <DataTable
        label="Reports"
        columns={columns}
        rows={data?.data.reports.map((report) => ({ id: report.reportId, report })) ?? []}
        loading={loading}
        failed={failed && { title: 'Failed to fetch data', ...failed }}
        empty={empty}
        scrollKey={page}
        footer={
          meta &&
          meta.totalPages > 1 && (
            <Pagination
              currentPage={page}
              totalPages={meta.totalPages}
              totalItems={meta.totalAmount}
              pageSize={meta.pageSize}
              onPage={(next) => navigate({ search: (now) => ({ ...now, page: next }) })}
              hrefOf={(next) =>
                router.buildLocation({
                  to: '/user/$userId',
                  params: { userId: user.id },
                  search: { date, page: next },
                }).href
              }
            />
          )
        }
      />
    </>
  )
}

function ReportId({ id }: { id: string }) {
  return (
    <>
      <b>{id.slice(0, 8)}</b>
      <i>{id.slice(8)}</i>
    </>
  )
}

function Generated({ report }: { report: Report }) {
  const time = fromEpochSeconds(report.generatedAt)
  if (!time) return null
  return (
    <time dateTime={time.toISOString()} title={`${formatDate(time)}, ${formatTime(time)} UTC`}>
      {formatDate(time)}, <span className="time">{formatTime(time)}</span>
    </time>
  )
}

function downloadReport(report: Report) {
  const content = new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' })
  saveFile(content, `user-${report.reportId}-report.json`)
}
