import type { Context } from '../context.ts'
import { ApiError } from '../http/errors.ts'

/** What uploads leave free on the disk, so that the database beside them can go on. */
const reservedBytes = 128 * 2 ** 20

/** @throws ApiError for a file that is larger than the setting or than what is free */
export async function expectRoom({ config, storage }: Context, sizeBytes: number): Promise<void> {
  if (sizeBytes > config.maxFileBytes) throw tooLarge(config)
  const freeBytes = await storage.freeBytes()
  if (freeBytes === null || sizeBytes <= freeBytes - reservedBytes) return
  const left = gigabytes(Math.max(0, freeBytes - reservedBytes))
  throw new ApiError(
    'storage_full',
    `The server has no space for this file: it has ${gigabytes(sizeBytes)} GB, and ${left} GB are free.`,
  )
}

export const tooLarge = ({ maxFileBytes }: Context['config']) =>
  new ApiError('too_large', `The file is too large. Max file size: ${maxFileBytes / 1e9} GB.`)

const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(2)
