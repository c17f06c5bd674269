import {
  approveFileVersion,
  offerFileVersion,
  openFileText,
  rejectFileVersion,
  restoreFileVersion,
  reviewFileVersion,
  withdrawFileVersion,
} from '@health-console/contract/files/approval.ts'
import {
  type FileVersion,
  listFiles,
  listFileUploads,
  listFileVersions,
  readFileFacts,
  readPromptVersion,
  type Offered,
} from '@health-console/contract/files/files.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, queryKeyOf, queryOptionsFor } from '../../api/client.ts'
import { refetchQuietly } from '../../api/query-client.ts'

export const failedToFetch = 'Couldn’t load files'

export const filesQuery = { ...queryOptionsFor(listFiles, {}), meta: { errorToast: failedToFetch } }

/**
 * Unfinished uploads, from this or another browser. They are never cached, because one that has just finished must not
 * reappear.
 */
export const begunUploadsQuery = { ...queryOptionsFor(listFileUploads, {}), staleTime: 0, gcTime: 0 }

/** Polls while a hash is being computed; the signature of a published version comes with it. */
const hashPollMs = 2_000

export function versionsQuery(fileId: string) {
  return queryOptions({
    ...queryOptionsFor(listFileVersions, { params: { id: fileId } }),
    // Another admin may have uploaded a version meanwhile.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnfinished) ? hashPollMs : false),
  })
}

const isUnfinished = ({ sha256 }: FileVersion) => sha256 === null

export function promptTextQuery(fileId: string, version: number) {
  return queryOptionsFor(readPromptVersion, { params: { id: fileId, version: String(version) } })
}

export function factsQuery(fileId: string, version: number) {
  return queryOptionsFor(readFileFacts, { params: { id: fileId, version: String(version) } })
}

export function reviewQuery(fileId: string, version: number) {
  return queryOptions({
    ...queryOptionsFor(reviewFileVersion, { params: { id: fileId, version: String(version) } }),
    // Another admin may have decided meanwhile.
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.version.sha256 === null ? hashPollMs : false),
  })
}

type Version = { fileId: string; version: number }
const paramsOf = ({ fileId, version }: Version) => ({ id: fileId, version: String(version) })

/** The text of a version that awaits approval. Fetching it counts as opening it. */
export function openedTextQuery(of: Version, template: string | null) {
  return queryOptions({
    queryKey: [...queryKeyOf(openFileText), of, template],
    queryFn: ({ signal }) => call(openFileText, { params: paramsOf(of), body: { template } }, { signal }),
    // The content of a version never changes.
    staleTime: Infinity,
  })
}

export function useApprove(of: Version) {
  return useMutation({
    mutationFn: (body: { sha256: string; replaces: number; offerTo?: Offered }) =>
      call(approveFileVersion, { params: paramsOf(of), body }),
    onSettled: refetchFiles,
  })
}

export function useReject(of: Version) {
  return useMutation({
    mutationFn: (body: { reason: string }) => call(rejectFileVersion, { params: paramsOf(of), body }),
    onSettled: refetchFiles,
  })
}

export function useRestore(of: Version) {
  return useMutation({
    mutationFn: (body: { reason: string; replaces: number; offerTo?: Offered }) =>
      call(restoreFileVersion, { params: paramsOf(of), body }),
    onSettled: refetchFiles,
  })
}

export function useOffer(of: Version) {
  return useMutation({
    mutationFn: (body: { percent: 5 | 25 | 50 | 100 }) => call(offerFileVersion, { params: paramsOf(of), body }),
    onSettled: refetchFiles,
  })
}

export function useWithdraw(of: Version) {
  return useMutation({
    mutationFn: (body: { reason: string; goBackTo?: number }) =>
      call(withdrawFileVersion, { params: paramsOf(of), body }),
    onSettled: refetchFiles,
  })
}

export async function refetchFiles(): Promise<void> {
  await Promise.all([listFiles, listFileVersions].map((endpoint) => refetchQuietly(queryKeyOf(endpoint))))
  // This comes last and is not waited for: with its response, the form that still has to report its success is replaced.
  void refetchQuietly(queryKeyOf(reviewFileVersion))
}
