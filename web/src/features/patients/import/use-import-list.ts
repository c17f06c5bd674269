import { listImportChanges, listImportWarnings } from '@health-console/contract/patient-imports.ts'
import type { ChangeKind } from '@health-console/contract/patient-findings.ts'
import type { PatientColumnKey } from '@health-console/contract/patients.ts'
import { useState } from 'react'
import { call, queryOptionsFor } from '../../../api/client.ts'
import { usePagedList } from '../../../api/use-paged-list.tsx'
import type { ListState } from '../../../shell/list-state.ts'

const failure = 'Failed to fetch the rows'

/** A page of the rows that an import adds, changes or removes. */
export function useChangeList(id: string, kind: ChangeKind, column?: PatientColumnKey) {
  const [state, setState] = useState<ListState>({})
  const { page = 1, search } = state
  return usePagedList({
    options: queryOptionsFor(listImportChanges, {
      params: { id },
      query: { kind, page: String(page), ...(search && { search }), ...(column && { column }) },
    }),
    metaOf: (answer) => answer.data.meta,
    failure,
    noun: ['row', 'rows'],
    columns: [],
    state,
    filter: `${kind} ${search ?? ''} ${column ?? ''}`,
    onState: (changed) => setState((now) => ({ ...now, ...changed })),
  })
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
    filter: finding ?? '',
    onState: (changed) => setState((now) => ({ ...now, ...changed })),
  })
}

/** The member IDs of all rows that an import adds, changes or removes, page by page. */
export async function listMemberIds(id: string, kind: ChangeKind): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page += 1) {
    const { data } = await call(listImportChanges, { params: { id }, query: { kind, page: String(page) } })
    ids.push(...data.data.map(({ memberId }) => memberId))
    if (page >= data.meta.totalPages) return ids
  }
}
