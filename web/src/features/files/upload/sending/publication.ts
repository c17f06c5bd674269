import { listFileVersions, publishFile, type FileUpload, type Offered } from '@health-console/contract/files/files.ts'
import { call } from '../../../../api/client.ts'
import { ApiError, isNotFound } from '../../../../api/errors.ts'

type Arrived = { upload: FileUpload; nextVersion: number }

/** Makes an upload the next version exactly once, even if the response is lost. */
export function createPublication(filename: string, offerTo: Offered) {
  let requested: { fileId: string; uploadId: string } | undefined

  async function hasHappened(signal: AbortSignal): Promise<boolean> {
    if (!requested) return false
    const { fileId, uploadId } = requested
    try {
      const { data } = await call(listFileVersions, { params: { id: fileId } }, { signal })
      return data.some((version) => version.uploadId === uploadId)
    } catch (error) {
      if (isNotFound(error)) return false
      throw error
    }
  }

  return {
    hasHappened,
    async publish({ upload, nextVersion }: Arrived, signal: AbortSignal): Promise<void> {
      const { id: uploadId, fileId } = upload
      const isRepeated = requested !== undefined
      if (await hasHappened(signal)) return
      requested = { fileId, uploadId }
      const body = { id: fileId, version: nextVersion, filename, uploadId, ...(offerTo !== undefined && { offerTo }) }
      try {
        await call(publishFile, { params: { id: fileId }, body }, { signal })
      } catch (error) {
        // The first request may have finished only now.
        if (isRepeated && error instanceof ApiError && (await hasHappened(signal))) return
        throw error
      }
    },
  }
}
