import type { AuditEvent } from '@health-console/contract/audit.ts'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { DownloadIcon, ShieldCheckIcon, ScrollTextIcon } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '../../api/errors.ts'
import { useListQuery } from '../../api/use-paged-list.tsx'
import { formatDateTime } from '../../lib/dates.ts'
import { formatCount } from '../../lib/numbers.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { fetchedLater, useFetchAhead } from '../../shell/fetched-later.tsx'
import { CursorPager } from '../../table/pagination.tsx'
import { DataTable, nothingFound } from '../../table/data-table.tsx'
import { rowLinkClass } from '../../table/scroll-table.tsx'
import { useIsNarrow } from '../../table/use-is-narrow.ts'
import { useChangeStatus } from '../../table/use-list-status.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ClearSearch } from '../../ui/page/clear-search.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { Segments } from '../../ui/buttons/segments.tsx'
import { dayOf } from './day-heading.tsx'
import { logColumns, widthsPx } from './columns.tsx'
import { foldEntries } from './fold.ts'
import { NewerButton } from './newer-button.tsx'
import { failedToFetch, auditQuery, toQuery } from './queries.ts'
import { FiltersToggle, AuditFiltersBar } from './audit-filters.tsx'
import styles from './audit-page.module.css'
import { hasFilters, logParts, partOf, type AuditFilters } from './audit-state.ts'

const ExportDialog = fetchedLater(async () => (await import('./export-dialog.tsx')).ExportDialog)
const LineDetails = fetchedLater(async () => (await import('./line-details.tsx')).LineDetails, 'section')
const ProofDialog = fetchedLater(async () => (await import('./proof-dialog.tsx')).ProofDialog)

declare module '@tanstack/history' {
  interface HistoryState {
    /** The cursors of the previous pages, in order. The cursor of the first page is empty. */
    newer?: string[]
  }
}

const nothingYet = {
  people: { title: 'No items.', subtitle: 'No one has viewed or changed user or patient data yet.' },
  changes: { title: 'No items.', subtitle: 'Nothing has been changed yet.' },
  everything: { title: 'No items.', subtitle: 'Nothing has been logged yet.' },
}

const searchHint =
  'The search only finds IDs. “Who has viewed this” on a user’s page lists who viewed that user’s data.'

const route = getRouteApi('/_authenticated/audit')

/** Shows who did what, and whose data was seen. */
export function AuditPage() {
  useDocumentTitle('Audit log')
  useFetchAhead(LineDetails, ExportDialog, ProofDialog)
  const state = route.useSearch()
  const { cursor = '', dialog, ...filters } = state
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
  const lines = foldEntries(entries)
  const nextCursor = data?.meta.nextCursor ?? null
  const request = `${list} ${cursor}`
  const status = useChangeStatus(isOther || !data ? undefined : { request, entries }, describeChange)
  const isFiltered = hasFilters(filters) || filters.text !== undefined
  const part = partOf(filters)
  const shownNewest = cursor === '' && !isFetchingOther ? (data?.meta.newestCursor ?? null) : null

  /** The shown part of the log stays, unless the change specifies another one. */
  const filter = (changed: AuditFilters) => navigate({ search: { ...changed, part: changed.part ?? part } })
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
  const columns = logColumns({
    openId,
    onToggle: ({ id }) => setOpenId(id === openId ? null : id),
    newer: <NewerButton filters={filters} newest={shownNewest} onShow={showNewer} />,
  })

  return (
    <>
      <PageHeader
        icon={ScrollTextIcon}
        title="Audit log"
        below={<p className={`stamp ${styles.line}`}>Who did what, and whose data they saw. Times are in UTC.</p>}
        tools={
          <>
            <SearchField
              label="Search by member ID or ID"
              value={filters.text ?? ''}
              busy={isFetchingOther}
              // An ID may belong to any kind of subject.
              onSearch={(text) => filter({ ...filters, text: text || undefined, part: text ? 'everything' : part })}
            />
            <Button startIcon={ShieldCheckIcon} onClick={() => showDialog('proof')}>
              Verify
            </Button>
            <Button startIcon={DownloadIcon} onClick={() => showDialog('export')}>
              Export
            </Button>
            <FiltersToggle
              barId={barId}
              isOpen={isFiltering}
              isFiltered={hasFilters(filters)}
              onToggle={() => setIsFiltering(!isFiltering)}
            />
          </>
        }
      />
      <div className={`${styles.controls} screen-only`}>
        <div className={styles.parts}>
          <Segments
            legend="Part of the audit log"
            hidesLegend
            options={logParts}
            value={part}
            // An action is a narrower filter than any part of the log, so it is cleared.
            onChange={(chosen) => filter({ ...filters, group: undefined, part: chosen })}
          />
        </div>
        <AuditFiltersBar id={barId} isOpen={isFiltering} filters={filters} onFilters={filter} />
      </div>
      <DataTable
        ref={table}
        label="Audit log"
        columns={isNarrow ? columns.narrow : isMedium ? columns.medium : columns.wide}
        rows={lines}
        headingOf={dayOf}
        detailsOf={(line) => line.id === openId && <LineDetails line={line} />}
        loading={loading}
        isOld={isOther}
        failed={failed && { title: failedToFetch, subtitle: filterErrorOf(error), ...failed }}
        empty={
          isFiltered || cursor
            ? {
                ...nothingFound,
                hint: filters.text === undefined ? undefined : searchHint,
                action: filters.text !== undefined && (
                  <ClearSearch onClear={() => filter({ ...filters, text: undefined })} />
                ),
              }
            : nothingYet[part]
        }
        status={status}
        scrollKey={request}
        footer={
          data &&
          (nextCursor !== null || cursor !== '') && (
            <CursorPager
              shown={entries.length}
              lines={lines.length}
              onNewest={cursor === '' ? null : () => goTo('', [])}
              onNewer={newestBefore === undefined ? null : () => goTo(newestBefore, newer.slice(0, -1))}
              onOlder={nextCursor === null ? null : () => goTo(nextCursor, [...newer, cursor])}
              isOld={isOtherList}
            />
          )
        }
      />
      {dialog === 'export' ? (
        <ExportDialog
          query={toQuery(filters)}
          name="audit-log"
          about={`${isFiltered ? 'The entries that match the search and the filters' : 'The whole audit log'}, not only access to personal data.`}
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
