import type { FileUpload } from '@health-console/contract/files.ts'
import { partCount } from '@health-console/contract/parts.ts'
import { seconds } from '../versions/present.ts'
import type { UploadRow } from './store.ts'

export function presentUpload(row: UploadRow<'sizeBytes'> & Pick<FileUpload, 'type'>): FileUpload {
  return {
    id: row.id,
    fileId: row.fileId,
    sizeBytes: row.sizeBytes,
    partSizeBytes: row.partSizeBytes,
    partCount: partCount(row),
    type: row.type,
    filename: row.filename ?? '',
    headSha256: row.headSha256,
    createdAt: seconds(row.createdAtMs),
    updatedAt: seconds(row.updatedAtMs),
  }
}
