import type { AuditEvent } from '@health-console/contract/audit.ts'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { DownloadIcon, ScrollTextIcon } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { ApiError } from '../../api/errors.ts'
import { useListQuery } from '../../api/use-paged-list.tsx'
import { formatDateTime } from '../../lib/dates.ts'
import { formatCount } from '../../lib/numbers.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { fetchedLater, useFetchAhead } from '../../shell/fetched-later.tsx'
import { CursorPager } from '../../table/pagination.tsx'
import { DataTable, nothingFound } from '../../table/data-table.tsx'
import { useIsNarrow } from '../../table/use-is-narrow.ts'
import { useChangeStatus } from '../../table/use-list-status.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { narrowBelow, auditColumns } from './columns.tsx'
import { failedToFetch, auditQuery, toQuery } from './queries.ts'
import { FiltersToggle, AuditFiltersBar } from './audit-filters.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import styles from './audit-page.module.css'
import { hasFilters, type AuditFilters } from './audit-state.ts'

const EntryDialog = fetchedLater(async () => (await import('./entry-dialog.tsx')).EntryDialog)
const ExportDialog = fetchedLater(async () => (await import('./export-dialog.tsx')).ExportDialog)
const ProofDialog = fetchedLater(async () => (await import('./proof-dialog.tsx')).ProofDialog)

declare module '@tanstack/history' {
  interface HistoryState {
    /** The cursors of the previous pages, in order. That of the first page is empty. */
    newer?: string[]
  }
}

const nothingYet = { title: 'No items.', subtitle: 'Nothing has been logged yet.' }

const route = getRouteApi('/_authenticated/audit')

/** Who did what, and whose data was seen. */
export function AuditPage() {
  useDocumentTitle('Audit log')
  useFetchAhead(EntryDialog, ExportDialog, ProofDialog)
  const state = route.useSearch()
  const { cursor = '', ...filters } = state
  const navigate = route.useNavigate()
  const newer = useLocation({ select: (location) => location.state.newer ?? [] })
  const [dialog, setDialog] = useState<'export' | 'proof' | AuditEvent | null>(null)
  const [isFiltering, setIsFiltering] = useState(false)
  const barId = useId()
  const [columns] = useState(() => auditColumns(setDialog))
  const table = useRef<HTMLElement>(null)
  const isNarrow = useIsNarrow(table, narrowBelow)
  const list = JSON.stringify(filters)
  const { data, loading, isOtherList, isOther, isFetchingOther, error, failed } = useListQuery(auditQuery(state), list)
  const entries = data?.data ?? []
  const nextCursor = data?.meta.nextCursor ?? null
  const request = `${list} ${cursor}`
  const status = useChangeStatus(isOther || !data ? undefined : { request, entries }, describeChange)
  const isFiltered = hasFilters(filters) || filters.text !== undefined

  const filter = (changed: AuditFilters) => navigate({ search: changed })
  const goTo = (page: string, before: string[]) =>
    navigate({
      search: (now) => ({ ...now, cursor: page || undefined }),
      state: (now) => ({ ...now, newer: before }),
    })
  const newestBefore = newer.at(-1)
  const closeDialog = () => setDialog(null)

  return (
    <>
      <PageHeader
        icon={ScrollTextIcon}
        title="Audit log"
        below={
          <p className={`stamp ${styles.line}`}>
            Who did what, and whose data they saw.
            <LinkButton onClick={() => setDialog('proof')}>Proof</LinkButton>
          </p>
        }
        tools={
          <>
            <SearchField
              label="Search by ID"
              value={filters.text ?? ''}
              busy={isFetchingOther}
              onSearch={(text) => filter({ ...filters, text: text || undefined })}
            />
            <Button startIcon={DownloadIcon} onClick={() => setDialog('export')}>
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
      <AuditFiltersBar id={barId} isOpen={isFiltering} filters={filters} onFilters={filter} />
      <DataTable
        ref={table}
        label="Audit log"
        columns={isNarrow ? columns.narrow : columns.wide}
        rows={entries.map((entry) => ({ ...entry, id: String(entry.sequence) }))}
        loading={loading}
        isOld={isOther}
        failed={failed && { title: failedToFetch, subtitle: refusalOf(error), ...failed }}
        empty={isFiltered || cursor ? nothingFound : nothingYet}
        status={status}
        scrollKey={request}
        footer={
          data &&
          (nextCursor !== null || cursor !== '') && (
            <CursorPager
              shown={entries.length}
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
          about={isFiltered ? 'The entries that match the search and the filters.' : 'The whole audit log.'}
          onClose={closeDialog}
        />
      ) : dialog === 'proof' ? (
        <ProofDialog onClose={closeDialog} />
      ) : (
        dialog && <EntryDialog entry={dialog} onClose={closeDialog} />
      )}
    </>
  )
}

type Shown = { request: string; entries: AuditEvent[] }

/** For screen readers, unless the empty list says it. */
function describeChange(before: Shown, { request, entries }: Shown): string | null {
  if (request === before.request) return null
  const [newest] = entries
  if (!newest) return ''
  const amount = `${formatCount(entries.length)} ${entries.length === 1 ? 'entry' : 'entries'}`
  return `${amount}, the newest of ${formatDateTime(newest.at)} UTC`
}

/** The error for a filter text that too many ids begin with. */
function refusalOf(error: Error | null): string | undefined {
  return error instanceof ApiError ? error.fields[0]?.message : undefined
}
