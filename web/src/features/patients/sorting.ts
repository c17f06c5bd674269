import { PatientColumnKey } from '@health-console/contract/patients.ts'
import type { Sort } from '../../table/column.ts'
import type { PatientListState } from './list-state.ts'

/** The sort of the address; a column that does not exist is none. */
export function toSort({ sort, order }: PatientListState): (Sort & { key: PatientColumnKey }) | null {
  const key = PatientColumnKey.safeParse(sort).data
  return key ? { key, order: order ?? 'asc' } : null
}

/** The sort as it stands in the address. */
export function fromSort(sort: Sort | null): Pick<PatientListState, 'sort' | 'order'> {
  return { sort: sort?.key, order: sort?.order === 'desc' ? 'desc' : undefined }
}
