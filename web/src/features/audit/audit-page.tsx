import type { AuditEvent } from '@health-console/contract/audit/events.ts'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import { DownloadIcon, ShieldCheckIcon, ScrollTextIcon } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '../../api/errors.ts'
import { sessionQuery } from '../../api/session-query.ts'
import { useListQuery } from '../../api/use-paged-list.tsx'
import { formatDateTime } from '../../lib/dates.ts'
import { formatCount } from '../../lib/numbers.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { fetchedLater, useFetchAhead } from '../../shell/fetched-later.tsx'
import { CursorPager } from '../../table/pagination.tsx'
import { DataTable, nothingFound } from '../../table/data-table.tsx'
import { rowLinkClass } from '../../table/scroll-table.tsx'
import { useIsNarrow } from '../../table/use-is-narrow.ts'
import { useChangeAnnouncement } from '../../table/use-list-announcement.ts'
import { MoreMenu } from '../../ui/buttons/more-menu.tsx'
import { Badge } from '../../ui/values/badge.tsx'
import { ClearSearch } from '../../ui/page/clear-search.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { Segments } from '../../ui/buttons/segments.tsx'
import { dayOf } from './day-heading.tsx'
import { logColumns, widthsPx } from './columns.tsx'
import { foldEntries } from './fold-entries.ts'
import { NewerButton } from './newer-button.tsx'
import { failedToFetch, auditQuery, toQuery } from './queries.ts'
import { FiltersToggle, AuditFiltersBar } from './audit-filters.tsx'
import styles from './audit-page.module.css'
import { hasFilters, noFilters, type AuditFilters } from './audit-state.ts'
import { visitColumns } from './visit-columns.tsx'
import { foldVisits } from './visits.ts'

const ExportDialog = fetchedLater(async () => (await import('./export-dialog.tsx')).ExportDialog)
const LineDetails = fetchedLater(async () => (await import('./line-details.tsx')).LineDetails, 'section')
const VisitDetails = fetchedLater(async () => (await import('./visit-details.tsx')).VisitDetails, 'section')
const ProofDialog = fetchedLater(async () => (await import('./proof-dialog.tsx')).ProofDialog)

declare module '@tanstack/history' {
  interface HistoryState {
    /** The cursors of the previous pages, in order. The cursor of the first page is empty. */
    newer?: string[]
  }
}

const nothingYet = { title: 'No items.', subtitle: 'Nothing has been logged yet.' }

const views = [
  { value: 'visits', label: 'Visits' },
  { value: 'entries', label: 'Entries' },
] as const

const searchHint =
  'The search finds whole Member IDs, and other IDs and IP addresses by their beginning, but no names. “Who has viewed this” on a user’s page lists who viewed that user’s data.'

const route = getRouteApi('/_authenticated/audit')

/** Shows who did what, and whose data was seen. */
export function AuditPage() {
  useDocumentTitle('Audit log')
  useFetchAhead(LineDetails, VisitDetails, ExportDialog, ProofDialog)
  const state = route.useSearch()
  const { cursor = '', dialog, as, ...filters } = state
  const navigate = route.useNavigate()
  const newer = useLocation({ select: (location) => location.state.newer ?? [] })
  const [openId, setOpenId] = useState<string | null>(null)
  const [isFiltering, setIsFiltering] = useState(false)
  const barId = useId()
  const table = useRef<HTMLElement>(null)
  const isMedium = useIsNarrow(table, widthsPx.withAbout)
  const isNarrow = useIsNarrow(table, widthsPx.narrow)
  const queryClient = useQueryClient()
  const list = JSON.stringify(filters)
  const { data, loading, isOtherList, isOther, isFetchingOther, error, failed } = useListQuery(auditQuery(state), list)
  const entries = data?.data ?? []
  const toReview = data?.meta.toReview ?? 0
  const nextCursor = data?.meta.nextCursor ?? null
  const request = `${list} ${cursor}`
  const status = useChangeAnnouncement(isOther || !data ? undefined : { request, entries }, describeChange)
  const isFiltered = hasFilters(filters) || filters.text !== undefined
  const hasVisits = !isFiltered && as !== 'entries'
  const shownNewest = cursor === '' && !isFetchingOther ? (data?.meta.newestCursor ?? null) : null

  const filter = (search: AuditFilters) => navigate({ search })
  const awaitsNewer = useRef(false)
  const showNewer = () => {
    awaitsNewer.current = true
    setOpenId(null)
    void queryClient.refetchQueries({ queryKey: auditQuery(state).queryKey, exact: true })
  }
  useEffect(() => {
    if (!awaitsNewer.current) return
    awaitsNewer.current = false
    table.current?.querySelector<HTMLElement>(`.${CSS.escape(rowLinkClass)}`)?.focus()
  }, [data])
  const goTo = (page: string, before: string[]) =>
    navigate({
      search: (now) => ({ ...now, cursor: page || undefined }),
      state: (now) => ({ ...now, newer: before }),
    })
  const newestBefore = newer.at(-1)
  const showDialog = (shown: typeof dialog) =>
    void navigate({ search: (now) => ({ ...now, dialog: shown }), state: (now) => now, replace: true })
  const closeDialog = () => showDialog(undefined)
  const ownId = queryClient.getQueryData(sessionQuery.queryKey)?.user.id
  const heads = {
    openId,
    onToggle: ({ id }: { id: string }) => setOpenId(id === openId ? null : id),
    newer: <NewerButton filters={filters} newest={shownNewest} onShow={showNewer} />,
  }
  const width = isNarrow ? 'narrow' : isMedium ? 'medium' : 'wide'
  const visits = hasVisits ? foldVisits(entries, nextCursor !== null) : []
  const lines = hasVisits ? [] : foldEntries(entries)
  const shared = {
    ref: table,
    label: 'Audit log',
    headingOf: dayOf,
    loading,
    isOld: isOther,
    failed: failed && { title: failedToFetch, subtitle: filterErrorOf(error), ...failed },
    empty:
      isFiltered || cursor
        ? {
            ...nothingFound,
            hint: filters.text === undefined ? undefined : searchHint,
            action: filters.text !== undefined && (
              <ClearSearch onClear={() => filter({ ...filters, text: undefined })} />
            ),
          }
        : nothingYet,
    status,
    scrollKey: request,
    footer: data && (nextCursor !== null || cursor !== '') && (
      <CursorPager
        shown={entries.length}
        lines={hasVisits ? visits.length : lines.length}
        noun={hasVisits ? 'visit' : 'line'}
        onNewest={cursor === '' ? null : () => goTo('', [])}
        onNewer={newestBefore === undefined ? null : () => goTo(newestBefore, newer.slice(0, -1))}
        onOlder={nextCursor === null ? null : () => goTo(nextCursor, [...newer, cursor])}
        isOld={isOtherList}
      />
    ),
  }

  return (
    <>
      <PageHeader
        icon={ScrollTextIcon}
        title="Audit log"
        badge={
          toReview > 0 && (
            <Link to="/audit/review" preload={false}>
              <Badge colour="yellow" label={`${formatCount(toReview)} to review`} />
            </Link>
          )
        }
        below={<p className={`stamp ${styles.line}`}>Who did what, and whose data they saw. Times are in UTC.</p>}
        tools={
          <div className={styles.tools}>
            <SearchField
              label="Search by Member ID or other ID"
              value={filters.text ?? ''}
              busy={isFetchingOther}
              onSearch={(text) => filter({ ...filters, text: text || undefined })}
            />
            <MoreMenu
              icon={DownloadIcon}
              label="Export"
              actions={[
                { icon: DownloadIcon, label: 'Export entries', onChoose: () => showDialog('export') },
                { icon: ShieldCheckIcon, label: 'Verify an export', onChoose: () => showDialog('proof') },
              ]}
            />
          </div>
        }
      />
      <div className={`${styles.controls} screen-only`}>
        <div className={styles.shown}>
          <Segments
            legend="Show as"
            hidesLegend
            options={views}
            value={hasVisits ? 'visits' : 'entries'}
            // A filter or search shows entries, so visits clear both.
            onChange={(chosen) => navigate({ search: chosen === 'visits' ? noFilters : { ...filters, as: 'entries' } })}
          />
        </div>
        <FiltersToggle
          barId={barId}
          isOpen={isFiltering}
          filters={filters}
          onToggle={() => setIsFiltering(!isFiltering)}
        />
        <AuditFiltersBar id={barId} isOpen={isFiltering} filters={filters} onFilters={filter} />
      </div>
      {hasVisits ? (
        <DataTable
          {...shared}
          columns={visitColumns({ ...heads, ownId })[width]}
          rows={visits}
          detailsOf={(visit) => visit.id === openId && <VisitDetails visit={visit} />}
        />
      ) : (
        <DataTable
          {...shared}
          columns={logColumns(heads)[width]}
          rows={lines}
          detailsOf={(line) => line.id === openId && <LineDetails line={line} />}
        />
      )}
      {dialog === 'export' ? (
        <ExportDialog
          query={toQuery(filters)}
          name="audit-log"
          about={isFiltered ? 'The entries that match the search and the filters.' : 'The whole audit log.'}
          onClose={closeDialog}
        />
      ) : (
        dialog === 'proof' && <ProofDialog onClose={closeDialog} />
      )}
    </>
  )
}

type Shown = { request: string; entries: AuditEvent[] }

/** Describes a change for screen readers, unless the empty list already does. */
function describeChange(before: Shown, { request, entries }: Shown): string | null {
  if (request === before.request) return null
  const [newest] = entries
  if (!newest) return ''
  const amount = `${formatCount(entries.length)} ${entries.length === 1 ? 'entry' : 'entries'}`
  return `${amount}, newest from ${formatDateTime(newest.at)} UTC`
}

/** The error for a filter text that too many IDs begin with. */
function filterErrorOf(error: Error | null): string | undefined {
  return error instanceof ApiError ? error.fields[0]?.message : undefined
}
