import { isSignedOut, isUnconfirmed, withReference } from '../../api/errors.ts'
import {
  confirmPatientImport,
  downloadPatients,
  downloadPatientTemplate,
  listPatientImports,
  listPatients,
  patientColumns,
  restorePatientImport,
} from '@health-console/contract/patients.ts'
import { useMutation } from '@tanstack/react-query'
import { call, callForStream, queryKeyOf, queryOptionsFor } from '../../api/client.ts'
import { queryClient, refetchQuietly } from '../../api/query-client.ts'
import { saveFile } from '../../lib/save-file.ts'
import { type ListState, toSort } from '../../shell/list-state.ts'
import { toast } from '../../ui/toasts.ts'

export const failedToFetch = 'Failed to fetch patients'

export const sortKeys = patientColumns.map(({ key }) => key)

export function patientsQuery(state: ListState) {
  const { page = 1, search } = state
  const sort = toSort(state, sortKeys)
  return {
    ...queryOptionsFor(listPatients, { query: { page: String(page), search, sort: sort?.key, order: sort?.order } }),
    meta: { errorToast: failedToFetch },
  }
}

/** Saves all rows of the list, in its order. */
export function useDownloadTable({ search, ...state }: ListState) {
  const sort = toSort(state, sortKeys)
  return useMutation({
    mutationFn: async () => {
      const query = { search, sort: sort?.key, order: sort?.order }
      const file = await new Response(await callForStream(downloadPatients, { query })).blob()
      saveFile(file, 'hospital-patients.xlsx')
    },
    onError: (error) => tell('Failed to download the table', error),
  })
}

export const importsQuery = queryOptionsFor(listPatientImports, {})

export function useConfirmImport() {
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; acceptRemoval: boolean; reason: string | undefined }) =>
      call(confirmPatientImport, { params: { id }, body }),
    onSuccess: fetchNewTable,
  })
}

export function useRestoreTable() {
  return useMutation({
    mutationFn: (id: string) => call(restorePatientImport, { params: { id } }),
    onSuccess: fetchNewTable,
    // another admin may have changed the history
    onError: () => queryClient.invalidateQueries({ queryKey: importsQuery.queryKey }),
  })
}

export function useDownloadTemplate() {
  return useMutation({
    mutationFn: async () => {
      const file = await new Response(await callForStream(downloadPatientTemplate, {})).blob()
      saveFile(file, 'patients-template.xlsx')
    },
    onError: (error) => tell('Failed to download the template', error),
  })
}

/** Resolves when the visible page has been fetched again; cached pages of the old table are dropped. */
async function fetchNewTable(): Promise<void> {
  const queryKey = queryKeyOf(listPatients)
  queryClient.removeQueries({ queryKey, type: 'inactive' })
  await Promise.all([refetchQuietly(queryKey), queryClient.invalidateQueries({ queryKey: importsQuery.queryKey })])
}

/** Says nothing where a dialog has asked for the sign-in or the confirmation. */
function tell(failure: string, error: Error): void {
  if (!isSignedOut(error) && !isUnconfirmed(error)) toast.error(withReference(failure, error))
}
