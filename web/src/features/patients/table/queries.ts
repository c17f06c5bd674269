import {
  downloadPatients,
  downloadPatientTemplate,
  listPatients,
  patientColumns,
} from '@health-console/contract/patients/patients.ts'
import { useMutation } from '@tanstack/react-query'
import { callForStream, queryOptionsFor } from '../../../api/client.ts'
import { showFailure } from '../../../api/show-failure.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { type ListState, toListQuery } from '../../../shell/list-state.ts'

export const failedToFetch = 'Failed to fetch patients'

export const sortKeys = patientColumns.map(({ key }) => key)

export function patientsQuery(state: ListState) {
  return {
    ...queryOptionsFor(listPatients, { query: toListQuery(state, sortKeys) }),
    meta: { errorToast: failedToFetch },
  }
}

/** Saves all rows of the list, in its order. */
export function useDownloadTable(state: ListState) {
  const { page: _, ...query } = toListQuery(state, sortKeys)
  return useDownload('table', query.search ? 'hospital-patients-results.xlsx' : 'hospital-patients.xlsx', () =>
    callForStream(downloadPatients, { query }),
  )
}

export function useDownloadTemplate() {
  return useDownload('template', 'patients-template.xlsx', () => callForStream(downloadPatientTemplate, {}))
}

/** Saves a file that the server creates. */
export function useDownload(what: string, fileName: string, request: () => ReturnType<typeof callForStream>) {
  return useMutation({
    mutationFn: async () => saveFile(await new Response(await request()).blob(), fileName),
    onError: (error) => showFailure(error, `Couldn’t download the ${what}`),
  })
}
