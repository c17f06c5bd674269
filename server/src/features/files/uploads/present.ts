import type { FileUpload, UnfinishedUpload } from '@health-console/contract/files/files.ts'
import { partCount } from '@health-console/contract/files/parts.ts'
import { seconds } from '../versions/present.ts'
import { isPlanned } from './parts.ts'
import type { UploadRow } from './store.ts'

type Typed = Pick<FileUpload, 'type'>

/** An upload of known size, which can be sent in parts. */
export function presentUpload(row: UploadRow<'sizeBytes'> & Typed): FileUpload {
  const { sizeBytes, partSizeBytes } = row
  return { ...common(row), sizeBytes, partSizeBytes, partCount: partCount(row) }
}

export function presentUnfinished(row: UploadRow & Typed): UnfinishedUpload {
  if (isPlanned(row)) return presentUpload(row)
  return { ...common(row), sizeBytes: null, partSizeBytes: null, partCount: null }
}

function common(row: UploadRow & Typed) {
  return {
    id: row.id,
    fileId: row.fileId,
    type: row.type,
    filename: row.filename ?? '',
    headSha256: row.headSha256,
    createdAt: seconds(row.createdAtMs),
    updatedAt: seconds(row.updatedAtMs),
  }
}
