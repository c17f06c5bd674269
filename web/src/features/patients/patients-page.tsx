import type { Admin } from '@health-console/contract/staff/admins.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { Columns3CogIcon, DownloadIcon, FileSpreadsheetIcon, HospitalIcon } from 'lucide-react'
import { useEffect } from 'react'
import { usePagedList } from '../../api/use-paged-list.tsx'
import { useLasting } from '../../lib/use-lasting.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { fetchedLater, useFetchAhead } from '../../shell/fetched-later.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { onOtherTab } from '../sessions/session-channel.ts'
import { WhoHasViewedInRow } from '../audit/who-has-viewed-button.tsx'
import { columnsOf } from './table/columns.tsx'
import { LastUpdated } from './last-updated.tsx'
import { followNewTable, importsQuery } from './import/import-queries.ts'
import { failedToFetch, patientsQuery, sortKeys, useDownloadTable } from './table/queries.ts'
import { useTableView } from './table/table-view.ts'
import styles from './patients-page.module.css'

const ImportDialog = fetchedLater(async () => (await import('./import/import-dialog.tsx')).ImportDialog)
const HistoryDialog = fetchedLater(async () => (await import('./history-dialog.tsx')).HistoryDialog)
const ViewDialog = fetchedLater(async () => (await import('./table/view-dialog.tsx')).ViewDialog)

const route = getRouteApi('/_authenticated/hospital-patients')

/** The dialogs are part of the URL, so that the palette can open the import from anywhere. */
export function PatientsPage({ me }: { me: Admin }) {
  useDocumentTitle('Hospital Patients')
  useFetchAhead(ImportDialog, HistoryDialog, ViewDialog)
  const { dialog, ...state } = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  const [view, setView] = useTableView(me.id)
  const columns = columnsOf(view, me.role === 'super_admin' ? whoHasViewed : undefined)
  const { data, meta, count, search, table } = usePagedList({
    options: patientsQuery(state),
    metaOf: (answer) => answer.data.meta,
    failure: failedToFetch,
    noun: ['patient', 'patients'],
    columns,
    state,
    sortKeys,
    onState: (changed, options) => navigate({ search: (now) => ({ ...now, ...changed }), ...options }),
    hrefOf: (page) => router.buildLocation({ to: '/hospital-patients', search: { ...state, page } }).href,
  })
  useEffect(() => onOtherTab(({ type }) => type === 'patients-changed' && void followNewTable()), [])
  const download = useDownloadTable(state)
  const history = useQuery({ ...importsQuery, enabled: false })
  const isOpeningHistory = useLasting(dialog === 'history' && history.isLoading)
  const openDialog = (opened: typeof dialog) =>
    void navigate({ search: (now) => ({ ...now, dialog: opened }), replace: true })
  // The dialog has already confirmed that an import may be stopped.
  const closeDialog = () => void navigate({ search: state, replace: true, ignoreBlocker: true })
  const showAll = () =>
    void navigate({ search: { ...state, search: undefined, page: undefined }, replace: true, ignoreBlocker: true })

  const noTable = {
    subtitle: 'No patients yet. Import a spreadsheet to fill the table.',
    action: (
      <Button variant="primary" startIcon={FileSpreadsheetIcon} onClick={() => openDialog('import')}>
        Import table
      </Button>
    ),
  }

  return (
    <>
      <PageHeader
        icon={HospitalIcon}
        title="Hospital Patients"
        count={count}
        below={
          <LastUpdated
            time={data?.data.updatedAt}
            isOpening={isOpeningHistory}
            onHistory={() => openDialog('history')}
          />
        }
        tools={
          <>
            <SearchField className={styles.search} label="Search by Member ID" {...search} />
            <Button
              className={styles.view ?? ''}
              startIcon={Columns3CogIcon}
              title="Customise table"
              aria-label="Customise table"
              onClick={() => openDialog('view')}
            />
            <Button
              startIcon={DownloadIcon}
              busy={download.isPending}
              disabled={!meta?.totalAmount}
              onClick={() => download.mutate()}
            >
              {/* The button is as wide with either label, so that nothing moves. */}
              <span className={styles.download}>{state.search ? 'Download results' : 'Download table'}</span>
            </Button>
            <Button startIcon={FileSpreadsheetIcon} onClick={() => openDialog('import')}>
              Re-upload table
            </Button>
          </>
        }
      />
      <DataTable
        label="Hospital patients"
        columns={columns}
        rows={data?.data.data.map((patient) => ({ ...patient, id: patient.memberId })) ?? []}
        pinFirst
        density={view.isCompact ? 'tight' : 'dense'}
        {...table}
        {...(data?.data.updatedAt === '' && { empty: noTable })}
      />
      {dialog === 'import' && <ImportDialog onImported={showAll} onClose={closeDialog} />}
      {dialog === 'history' && <HistoryDialog canRestore={me.role === 'super_admin'} onClose={closeDialog} />}
      {dialog === 'view' && <ViewDialog view={view} onView={setView} onClose={closeDialog} />}
    </>
  )
}

const whoHasViewed = (memberId: string) => (
  <WhoHasViewedInRow subject={`patient:${memberId}`} name={`patient ${memberId}`} />
)
