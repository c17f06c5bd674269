import {
  confirmPatientImport,
  deletePatientImport,
  forgetPatientLayout,
  listPatientImports,
  restorePatientImport,
} from '@health-console/contract/patient-imports.ts'
import { listPatients } from '@health-console/contract/patients.ts'
import { useMutation } from '@tanstack/react-query'
import { call, queryKeyOf, queryOptionsFor } from '../../../api/client.ts'
import { queryClient, refetchQuietly } from '../../../api/query-client.ts'

// Beside the queries of the list, because only dialogs need them, which are fetched later.

export const importsQuery = queryOptionsFor(listPatientImports, {})

export function useConfirmImport() {
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; acceptRemoval: boolean; reason: string | undefined }) =>
      call(confirmPatientImport, { params: { id }, body }),
    onSuccess: fetchNewTable,
  })
}

/** Forgets how files with certain headings were read. */
export function useForgetLayout() {
  return useMutation({ mutationFn: (id: string) => call(forgetPatientLayout, { params: { id } }) })
}

export function useRestoreTable() {
  return useMutation({
    mutationFn: (id: string) => call(restorePatientImport, { params: { id } }),
    onSuccess: fetchNewTable,
    // another admin may have changed the history
    onError: () => queryClient.invalidateQueries({ queryKey: importsQuery.queryKey }),
  })
}

export async function deleteTable({ id, reason }: { id: string; reason: string }): Promise<void> {
  await call(deletePatientImport, { params: { id }, body: { reason } })
  await queryClient.invalidateQueries({ queryKey: importsQuery.queryKey })
}

/** Resolves when the visible page has been fetched again; cached pages of the old table are dropped. */
async function fetchNewTable(): Promise<void> {
  const queryKey = queryKeyOf(listPatients)
  queryClient.removeQueries({ queryKey, type: 'inactive' })
  await Promise.all([refetchQuietly(queryKey), queryClient.invalidateQueries({ queryKey: importsQuery.queryKey })])
}
