import {
  listFiles,
  listFileUploads,
  listFileVersions,
  readFileFacts,
  readPromptVersion,
  restoreFileVersion,
} from '@health-console/contract/files.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, queryKeyOf, queryOptionsFor } from '../../api/client.ts'
import { refetchQuietly } from '../../api/query-client.ts'

export const failedToFetch = 'Failed to fetch files'

export const filesQuery = { ...queryOptionsFor(listFiles, {}), meta: { errorToast: failedToFetch } }

/**
 * Unfinished uploads, from this or another browser. Never cached, because one that has just finished must not reappear.
 */
export const begunUploadsQuery = { ...queryOptionsFor(listFileUploads, {}), staleTime: 0, gcTime: 0 }

/** Polls while a hash is being computed. */
const hashPollMs = 2_000

export function versionsQuery(fileId: string) {
  return queryOptions({
    ...queryOptionsFor(listFileVersions, { params: { id: fileId } }),
    // another admin may have uploaded a version meanwhile
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.some(({ sha256 }) => sha256 === null) ? hashPollMs : false),
  })
}

export function promptTextQuery(fileId: string, version: number) {
  return queryOptionsFor(readPromptVersion, { params: { id: fileId, version: String(version) } })
}

export function factsQuery(fileId: string, version: number) {
  return queryOptionsFor(readFileFacts, { params: { id: fileId, version: String(version) } })
}

export function useRestoreVersion() {
  return useMutation({
    mutationFn: ({ fileId, version }: { fileId: string; version: number }) =>
      call(restoreFileVersion, { params: { id: fileId, version: String(version) } }),
    onSettled: refetchFiles,
  })
}

export async function refetchFiles(): Promise<void> {
  await Promise.all([listFiles, listFileVersions].map((endpoint) => refetchQuietly(queryKeyOf(endpoint))))
}
