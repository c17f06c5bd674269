import type { UploadPlan } from '@health-console/contract/files.ts'

type Place = { start: number; end: number; size: number }

/** Where a part stands in its file, in bytes; numbers start at 1. */
export function partPlace({ partSizeBytes, sizeBytes }: UploadPlan, partNumber: number): Place {
  const start = Math.min((partNumber - 1) * partSizeBytes, sizeBytes)
  const end = Math.min(partNumber * partSizeBytes, sizeBytes)
  return { start, end, size: end - start }
}
