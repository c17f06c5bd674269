import type { AuditSubject } from '@health-console/contract/audit/actions.ts'
import type { Context } from '../../../core/context.ts'
import { ApiError } from '../../../http/errors.ts'

/** @throws ApiError for a file that is larger than the setting `MAX_FILE_GB` or the free space */
export async function requireSpace({ config, storage }: Context, sizeBytes: number): Promise<void> {
  if (sizeBytes > config.maxFileBytes) throw tooLarge(config)
  const freeBytes = await storage.freeBytes()
  if (freeBytes === null || sizeBytes <= freeBytes) return
  throw new ApiError(
    'storage_full',
    `Not enough disk space on the server: the file needs ${gigabytes(sizeBytes)} GB, ${gigabytes(freeBytes)} GB are free.`,
  )
}

export const tooLarge = ({ maxFileBytes }: Context['config'], subject?: AuditSubject) =>
  new ApiError('too_large', `The file is too large. Max file size: ${maxFileBytes / 1e9} GB.`, { subject })

const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(2)
