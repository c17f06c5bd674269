import {
  confirmPatientImport,
  deletePatientImport,
  forgetKeptAnswers,
  forgetPatientLayout,
  listPatientImports,
  restorePatientImport,
} from '@health-console/contract/patients/imports.ts'
import type { ImportReading } from '@health-console/contract/patients/questions.ts'
import { listPatients } from '@health-console/contract/patients/patients.ts'
import { useMutation } from '@tanstack/react-query'
import { call, queryKeyOf, queryOptionsFor } from '../../../api/client.ts'
import { isNotFound } from '../../../api/errors.ts'
import { queryClient, refetchQuietly } from '../../../api/query-client.ts'
import { notifyOtherTabs } from '../../sessions/session-channel.ts'

export const importsQuery = queryOptionsFor(listPatientImports, {})

export function useConfirmImport() {
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; acceptRemoval: boolean; reason: string | undefined }) =>
      call(confirmPatientImport, { params: { id }, body }),
    onSuccess: fetchNewTable,
  })
}

/** Forgets the earlier answers that an import uses. Answers that were forgotten meanwhile are no error. */
export function useForgetAnswers() {
  return useMutation({
    mutationFn: async ({ importId, reading }: { importId: string; reading: ImportReading }) => {
      const id = reading.remembered?.id
      const hasKept = reading.sources?.some(({ kind }) => kind === 'kept')
      if (hasKept) await call(forgetKeptAnswers, { params: { id: importId } }).catch(unlessGone)
      if (id !== undefined) await call(forgetPatientLayout, { params: { id } }).catch(unlessGone)
    },
  })
}

function unlessGone(error: unknown): void {
  if (!isNotFound(error)) throw error
}

export function useRestoreTable() {
  return useMutation({
    mutationFn: (id: string) => call(restorePatientImport, { params: { id } }),
    onSuccess: fetchNewTable,
    // Another admin may have changed the history.
    onError: () => queryClient.invalidateQueries({ queryKey: importsQuery.queryKey }),
  })
}

export async function deleteTable({ id, reason }: { id: string; reason: string }): Promise<void> {
  await call(deletePatientImport, { params: { id }, body: { reason } })
  await queryClient.invalidateQueries({ queryKey: importsQuery.queryKey })
}

/**
 * Called after the table was replaced. Cached pages of the old one are dropped, and the visible page is fetched again.
 * A hidden tab does that once it is looked at, because each read is logged.
 */
export async function followNewTable(): Promise<void> {
  const queryKey = queryKeyOf(listPatients)
  queryClient.removeQueries({ queryKey, type: 'inactive' })
  if (document.hidden) await queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
  else await refetchQuietly(queryKey)
}

/** The table was replaced in this tab, so other tabs fetch it again. */
async function fetchNewTable(): Promise<void> {
  notifyOtherTabs({ type: 'patients-changed' })
  await Promise.all([followNewTable(), queryClient.invalidateQueries({ queryKey: importsQuery.queryKey })])
}
