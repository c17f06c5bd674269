import type { Admin } from '@health-console/contract/admins.ts'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { DownloadIcon, FileSpreadsheetIcon, HospitalIcon } from 'lucide-react'
import { usePagedQuery } from '../../api/use-paged-query.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { fetchedLater, useFetchAhead } from '../../shell/fetched-later.tsx'
import { fromSort, toSort } from '../../shell/list-state.ts'
import { DataTable, nothingFound } from '../../table/data-table.tsx'
import { Pagination } from '../../table/pagination.tsx'
import { useListStatus } from '../../table/use-list-status.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { columnsOf } from './columns.tsx'
import { LastUpdated } from './last-updated.tsx'
import { failedToFetch, patientsQuery, sortKeys, useDownloadTable } from './queries.ts'
import { useTableView } from './use-table-view.ts'

const noTable = { title: 'No items.', subtitle: 'The table is filled from a spreadsheet. Use “Re-upload table”.' }

const ImportDialog = fetchedLater(async () => (await import('./import-dialog.tsx')).ImportDialog)
const HistoryDialog = fetchedLater(async () => (await import('./history-dialog.tsx')).HistoryDialog)
const ViewDialog = fetchedLater(async () => (await import('./view-dialog.tsx')).ViewDialog)

const route = getRouteApi('/_authenticated/hospital-patients')

type PatientsPageProps = {
  me: Admin
  /** A button beside each member ID. */
  besideId?: ((memberId: string) => ReactNode) | undefined
}

export function PatientsPage({ me, besideId }: PatientsPageProps) {
  useDocumentTitle('Hospital Patients')
  useFetchAhead(ImportDialog, HistoryDialog, ViewDialog)
  const { dialog: linked, ...state } = route.useSearch()
  const { page = 1, search = '' } = state
  const sort = toSort(state, sortKeys)
  const navigate = route.useNavigate()
  const router = useRouter()
  const [opened, setDialog] = useState<'import' | 'history' | 'view' | null>(null)
  const dialog = linked ?? opened
  const { data, meta, loading, isOtherList, isFetchingOther, failed } = usePagedQuery({
    options: patientsQuery(state),
    metaOf: (answer) => answer.data.meta,
    list: search,
    onPastEnd: (lastPage) => navigate({ search: (now) => ({ ...now, page: lastPage }), replace: true }),
  })
  const download = useDownloadTable(state)
  const [view, setView] = useTableView(me.id)
  const columns = columnsOf(view, besideId)
  const status = useListStatus(
    { noun: ['patient', 'patients'], search, sort, columns },
    isFetchingOther ? undefined : meta,
  )
  const searchFor = (text: string) => navigate({ search: (now) => ({ ...now, search: text, page: undefined }) })
  function closeDialog() {
    setDialog(null)
    // the dialog has already confirmed that an import may be stopped
    if (linked) void navigate({ search: state, replace: true, ignoreBlocker: true })
  }
  function showAll() {
    setDialog(null)
    void navigate({ search: { ...state, search: undefined, page: undefined }, ignoreBlocker: true })
  }

  return (
    <>
      <PageHeader
        icon={HospitalIcon}
        title="Hospital Patients"
        count={isOtherList ? undefined : meta?.totalAmount}
        below={
          <LastUpdated
            time={data?.data.updatedAt}
            onHistory={() => setDialog('history')}
            onView={() => setDialog('view')}
          />
        }
        tools={
          <>
            <SearchField label="Search by member ID" value={search} busy={isFetchingOther} onSearch={searchFor} />
            <Button
              startIcon={DownloadIcon}
              busy={download.isPending}
              disabled={!meta?.totalAmount}
              title={search ? 'All rows that the search finds' : undefined}
              onClick={() => download.mutate()}
            >
              Download table
            </Button>
            <Button startIcon={FileSpreadsheetIcon} onClick={() => setDialog('import')}>
              Re-upload table
            </Button>
          </>
        }
      />
      <DataTable
        label="Hospital patients"
        columns={columns}
        rows={data?.data.data.map((patient) => ({ ...patient, id: patient.memberId })) ?? []}
        sort={sort}
        onSort={(next) => navigate({ search: (now) => ({ ...now, ...fromSort(next), page: undefined }) })}
        pinFirst
        density={view.isCompact ? 'tight' : 'dense'}
        loading={loading}
        failed={failed && { title: failedToFetch, ...failed }}
        status={status}
        empty={data?.data.updatedAt === '' ? noTable : nothingFound}
        scrollKey={`${page} ${search} ${sort?.key} ${sort?.order}`}
        footer={
          <Pagination
            page={page}
            meta={meta}
            isOld={isOtherList}
            onPage={(next) => navigate({ search: (now) => ({ ...now, page: next }) })}
            hrefOf={(next) => router.buildLocation({ to: '/hospital-patients', search: { ...state, page: next } }).href}
          />
        }
      />
      {dialog === 'import' && <ImportDialog onImported={showAll} onClose={closeDialog} />}
      {dialog === 'history' && <HistoryDialog canRestore={me.role === 'super_admin'} onClose={closeDialog} />}
      {dialog === 'view' && <ViewDialog view={view} onView={setView} onClose={closeDialog} />}
    </>
  )
}
