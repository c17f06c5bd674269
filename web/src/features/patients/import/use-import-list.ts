import type { PageMeta } from '@health-console/contract/paging.ts'
import {
  comparePatientImports,
  listImportChanges,
  listImportWarnings,
} from '@health-console/contract/patient-imports.ts'
import type { ChangeKind, ImportWarning, PatientChange } from '@health-console/contract/patient-findings.ts'
import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { call, queryOptionsFor } from '../../../api/client.ts'
import { usePagedList } from '../../../api/use-paged-list.tsx'
import type { ListState } from '../../../shell/list-state.ts'

const failure = 'Failed to fetch the rows'

/** What an import would change, or what a kept table changes beside another kept one, `before`. */
export type ChangeSource = { id: string; before?: string }
type ChangesQuery = { kind: ChangeKind; page: string; search?: string; column?: PatientColumnKey }
type ChangesPage = { data: { data: PatientChange[]; meta: PageMeta } }

/** The first of them has the counts of all kinds. */
export const comparisonQuery = (id: string, before: string, query: ChangesQuery = { kind: 'added', page: '1' }) =>
  queryOptionsFor(comparePatientImports, { params: { id }, query: { ...query, with: before } })

function fetchChanges(
  { id, before }: ChangeSource,
  query: ChangesQuery,
  options?: { signal: AbortSignal },
): Promise<ChangesPage> {
  if (before === undefined) return call(listImportChanges, { params: { id }, query }, options)
  return call(comparePatientImports, { params: { id }, query: { ...query, with: before } }, options)
}

function changesQuery(source: ChangeSource, query: ChangesQuery) {
  const { queryKey } =
    source.before === undefined
      ? queryOptionsFor(listImportChanges, { params: { id: source.id }, query })
      : comparisonQuery(source.id, source.before, query)
  return queryOptions({
    queryKey: [...queryKey],
    queryFn: ({ signal }) => fetchChanges(source, query, { signal }),
  })
}

/** A page of the rows that are added, changed or removed. */
export function useChangeList(source: ChangeSource, kind: ChangeKind, only?: PatientColumnKey) {
  const [state, setState] = useState<ListState>({})
  const [column, setColumn] = useState(only)
  const { page = 1, search } = state
  const list = usePagedList({
    options: changesQuery(source, {
      kind,
      page: String(page),
      ...(search && { search }),
      ...(column && { column }),
    }),
    metaOf: (answer) => answer.data.meta,
    failure,
    noun: ['row', 'rows'],
    columns: [],
    state,
    onState: (changed) => setState((now) => ({ ...now, ...changed })),
  })
  const onColumn = (next: PatientColumnKey | undefined) => {
    setColumn(next)
    setState(({ search: same }) => ({ search: same }))
  }
  return { ...list, column, onColumn }
}

/** A page of the values that look wrong. */
export function useWarningList(id: string, finding: string | undefined) {
  const [state, setState] = useState<ListState>({})
  const { page = 1 } = state
  return usePagedList({
    options: queryOptionsFor(listImportWarnings, {
      params: { id },
      query: { page: String(page), ...(finding && { finding }) },
    }),
    metaOf: (answer) => answer.data.meta,
    failure,
    noun: ['warning', 'warnings'],
    columns: [],
    state,
    onState: (changed) => setState((now) => ({ ...now, ...changed })),
  })
}

/** The member IDs of all rows that are added, changed or removed. */
export async function listMemberIds(source: ChangeSource, kind: ChangeKind): Promise<string[]> {
  const changes = await allPages((page) => fetchChanges(source, { kind, page }))
  return changes.map(({ memberId }) => memberId)
}

export const listAllWarnings = (id: string, finding: string | undefined): Promise<ImportWarning[]> =>
  allPages((page) => call(listImportWarnings, { params: { id }, query: { page, ...(finding && { finding }) } }))

async function allPages<Row>(get: (page: string) => Promise<{ data: { data: Row[]; meta: PageMeta } }>) {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const { data } = await get(String(page))
    rows.push(...data.data)
    if (page >= data.meta.totalPages) return rows
  }
}
