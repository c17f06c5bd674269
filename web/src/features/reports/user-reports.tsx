import type { Report } from '@health-console/contract/reports.ts'
import type { EndUser } from '@health-console/contract/users.ts'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { DownloadIcon, FileBracesIcon, RotateCcwIcon } from 'lucide-react'
import { usePagedQuery } from '../../api/use-paged-query.ts'
import { fromEpochSeconds } from '../../lib/dates.ts'
import { saveFile } from '../../lib/save-file.ts'
import type { Column } from '../../table/column.ts'
import { ListPager } from '../../shell/list-pager.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { RowAction, RowActions } from '../../table/row-action.tsx'
import { Button } from '../../ui/button.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DownloadProgressBar } from './download-progress.tsx'
import { fullNameOf, reportsQuery } from './queries.ts'
import { ReportsBreadcrumb } from './reports-breadcrumb.tsx'
import { useDownloadAll } from './use-download-all.ts'

const empty = { title: 'Nothing found.', subtitle: 'Adjust the search or try again later.' }

type Row = { id: string; report: Report }

const columns: Column<Row>[] = [
  { key: 'id', label: 'Report ID', kind: 'id', render: (row) => <ReportId id={row.id} /> },
  {
    key: 'generatedAt',
    label: 'Date generated',
    note: 'UTC',
    kind: 'figures',
    render: ({ report }) => <Moment time={fromEpochSeconds(report.generatedAt)} />,
  },
  {
    key: 'action',
    label: 'Action',
    kind: 'actions',
    render: ({ report }) => (
      <RowActions>
        <RowAction icon={DownloadIcon} label="Download report" onClick={() => downloadReport(report)} />
      </RowActions>
    ),
  },
]

const route = getRouteApi('/_authenticated/user/$userId')

/** The reports of a user who is known. */
export function UserReports({ user, title }: { user: EndUser; title: string }) {
  const { page = 1, date } = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  const fullName = fullNameOf(user)
  const { progress, start, cancel } = useDownloadAll(user.id, fullName)
  const { data, meta, loading, fetching, failed } = usePagedQuery({
    options: reportsQuery({ userId: user.id, page, date }),
    metaOf: (answer) => answer.data.meta,
    list: date ?? '',
    onPastEnd: (lastPage) => navigate({ search: (now) => ({ ...now, page: lastPage }), replace: true }),
  })
  const hasReports = data !== undefined && data.data.meta.totalAmount > 0
  const chooseDay = (day: string | null) => navigate({ search: (now) => ({ ...now, date: day ?? undefined }) })

  return (
    <>
      <PageHeader
        breadcrumb={<ReportsBreadcrumb current={fullName} />}
        icon={FileBracesIcon}
        title={title}
        count={meta?.totalAmount}
        tools={
          <>
            <DatePicker label="Date generated" value={date ?? null} onChange={chooseDay} />
            {date && (
              <Button startIcon={RotateCcwIcon} onClick={() => chooseDay(null)}>
                Reset
              </Button>
            )}
            {hasReports && (
              <Button
                variant="primary"
                startIcon={DownloadIcon}
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
          <ListPager
            page={page}
            meta={meta}
            onPage={(next) => navigate({ search: (now) => ({ ...now, page: next }) })}
            hrefOf={(next) =>
              router.buildLocation({
                to: '/user/$userId',
                params: { userId: user.id },
                search: { date, page: next },
              }).href
            }
          />
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

function downloadReport(report: Report) {
  const content = new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' })
  saveFile(content, `user-${report.reportId}-report.json`)
}
