import type { PageMeta } from '@health-console/contract/http/paging.ts'
import { listImportChanges, listImportWarnings } from '@health-console/contract/patients/imports.ts'
import type { ChangeKind, ImportWarning } from '@health-console/contract/patients/findings.ts'
import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { useState } from 'react'
import { call, queryOptionsFor } from '../../../../api/client.ts'
import { usePagedList } from '../../../../api/use-paged-list.tsx'
import type { ListState } from '../../../../shell/list-state.ts'

const failure = 'Couldn’t load the rows'

/** A page of the rows that are added, changed or removed. */
export function useChangeList(id: string, kind: ChangeKind, only?: PatientColumnKey) {
  const [state, setState] = useState<ListState>({})
  const [column, setColumn] = useState(only)
  const { page = 1, search } = state
  const list = usePagedList({
    options: queryOptionsFor(listImportChanges, {
      params: { id },
      query: { kind, page: String(page), ...(search && { search }), ...(column && { column }) },
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
export async function listMemberIds(id: string, kind: ChangeKind): Promise<string[]> {
  const changes = await allPages((page) => call(listImportChanges, { params: { id }, query: { kind, page } }))
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
