import { listFileVersions, publishFile, type UploadPlan } from '@health-console/contract/files.ts'
import { call } from '../../../api/client.ts'
import { ApiError, isNotFound } from '../../../api/errors.ts'

type Arrived = { plan: UploadPlan; nextVersion: number }

/** Makes an upload the next version, once, even if the answer to that is lost on its way. */
export function createPublication(file: File) {
  let asked: { fileId: string; version: number } | undefined

  async function hasHappened(signal: AbortSignal): Promise<boolean> {
    if (!asked) return false
    const { fileId, version } = asked
    try {
      const { data } = await call(listFileVersions, { params: { id: fileId } }, { signal })
      return data.some((each) => each.version === version && each.filename === file.name && each.size === file.size)
    } catch (error) {
      if (isNotFound(error)) return false
      throw error
    }
  }

  return {
    hasHappened,
    async publish({ plan, nextVersion }: Arrived, signal: AbortSignal): Promise<void> {
      const { id: uploadId, fileId } = plan
      const isRepeated = asked !== undefined
      if (await hasHappened(signal)) return
      asked = { fileId, version: nextVersion }
      const body = { id: fileId, version: nextVersion, filename: file.name, uploadId }
      try {
        await call(publishFile, { params: { id: fileId }, body }, { signal })
      } catch (error) {
        // the first one may have come to its end only now
        if (isRepeated && error instanceof ApiError && (await hasHappened(signal))) return
        throw error
      }
    },
  }
}
