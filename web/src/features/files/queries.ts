import {
  listFiles,
  listFileUploads,
  listFileVersions,
  readPromptVersion,
  restoreFileVersion,
} from '@health-console/contract/files.ts'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { call, queryKeyOf, queryOptionsFor } from '../../api/client.ts'

export const failedToFetch = 'Failed to fetch files'

export const filesQuery = { ...queryOptionsFor(listFiles, {}), meta: { errorToast: failedToFetch } }

/** Uploads that were begun and not ended, here or in another browser. One that has just ended must not flash up. */
export const begunUploadsQuery = { ...queryOptionsFor(listFileUploads, {}), staleTime: 0, gcTime: 0 }

export function versionsQuery(fileId: string) {
  // somebody may have uploaded since it was last looked at
  return { ...queryOptionsFor(listFileVersions, { params: { id: fileId } }), staleTime: 0 }
}

export function promptTextQuery(fileId: string, version: number) {
  return queryOptionsFor(readPromptVersion, { params: { id: fileId, version: String(version) } })
}

export function useRestoreVersion() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ fileId, version }: { fileId: string; version: number }) =>
      call(restoreFileVersion, { params: { id: fileId, version: String(version) } }),
    onSettled: () => fetchFilesAgain(queryClient),
  })
}

export async function fetchFilesAgain(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    [listFiles, listFileVersions].map((endpoint) => queryClient.invalidateQueries({ queryKey: queryKeyOf(endpoint) })),
  )
}
