import { partCount, partPlace } from '@health-console/contract/files/parts.ts'
import { UploadMismatchError } from './errors.ts'
import type { StoredPart, MultipartUpload } from './storage.ts'

type Sizes = Pick<MultipartUpload, 'sizeBytes' | 'partSizeBytes'>

/** The offset and size of a part; numbers start at 1. @throws UploadMismatchError for a number outside the plan */
export function getPartPlace(upload: Sizes, partNumber: number) {
  if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > partCount(upload)) {
    throw new UploadMismatchError(`There is no part ${partNumber} in this upload.`)
  }
  return partPlace(upload, partNumber)
}

/** @throws UploadMismatchError unless all parts exist, in order and each with its planned size */
export function requireComplete(upload: Sizes, parts: StoredPart[]): void {
  const count = partCount(upload)
  if (parts.length !== count) {
    throw new UploadMismatchError(`The upload has ${parts.length} of its ${count} parts. Send the others.`)
  }
  for (const [index, part] of parts.entries()) {
    if (part.partNumber !== index + 1)
      throw new UploadMismatchError('The parts of the upload are out of order. Upload the file again.')
    if (part.sizeBytes !== partPlace(upload, part.partNumber).sizeBytes) {
      throw new UploadMismatchError(`Part ${part.partNumber} of the upload has the wrong length. Send it again.`)
    }
  }
}
