import { FormatError } from '@health-console/formats/format-error.ts'
import { inspectFile } from '@health-console/formats/inspect.ts'
import type { Context } from '../context.ts'
import type { ModelFilesTable } from '../database/tables/files.ts'
import type { Transaction } from '../database/tables.ts'
import { ApiError, conflict } from '../http/errors.ts'
import { objectSource } from '../storage/object-source.ts'
import { requireType } from './begin-upload.ts'
import { queueHash } from './hash-versions.ts'
import { finishUpload } from './finish-upload.ts'
import { tooLarge } from './limits.ts'
import { addVersion, fileNotFound, findFileRow, getFile, getVersion } from './store.ts'
import { getOwnUpload, listUploads, objectKeyOf, takeArrived, uploadNotFound, type UploadRow } from './uploads-store.ts'

type Publication = {
  fileId: string
  version: number
  filename: string
  uploadId?: string | undefined
  adminId: string
}

/**
 * Finds the upload to publish, completes it and inspects its content. The current version is still served.
 * @returns also the error if the content can never be published
 */
export async function prepareUpload(
  context: Context,
  wanted: Publication,
): Promise<{ upload: UploadRow<'arrivedBytes'>; refusal: ApiError | undefined }> {
  const { db } = context
  const file = await findFileRow(db, wanted.fileId)
  if (!file) throw fileNotFound()
  requireType(wanted.filename, file.type)
  if (wanted.version !== file.currentVersion + 1) throw otherVersion(file)
  const upload = await findArrived(context, wanted)
  return { upload, refusal: await findRefusal(context, upload, file) }
}

/** The named upload, otherwise this admin's newest complete one. */
async function findArrived(
  context: Context,
  { fileId, uploadId, adminId }: Publication,
): Promise<UploadRow<'arrivedBytes'>> {
  if (uploadId !== undefined) {
    const upload = await getOwnUpload(context.db, uploadId, adminId)
    if (upload.fileId !== fileId) throw uploadNotFound()
    const arrived = await finishUpload(context, upload)
    if (!arrived) throw notWhole()
    return arrived
  }
  for (const upload of await listUploads(context.db, adminId)) {
    if (upload.fileId !== fileId) continue
    const arrived = await finishUpload(context, upload)
    if (arrived) return arrived
  }
  throw notWhole()
}

async function findRefusal(
  { storage, config }: Context,
  upload: UploadRow<'arrivedBytes'>,
  { type }: ModelFilesTable,
): Promise<ApiError | undefined> {
  const { id, arrivedBytes, sizeBytes } = upload
  if (arrivedBytes > config.maxFileBytes) return tooLarge(config, `upload:${id}`)
  if (sizeBytes !== null && sizeBytes !== arrivedBytes) {
    const message = 'The file does not have the announced length. Upload it again.'
    return new ApiError('conflict', message, { subject: `upload:${id}` })
  }
  try {
    await inspectFile(type, objectSource(storage, objectKeyOf(upload), arrivedBytes))
    return undefined
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const { message } = error
    return new ApiError('unprocessable', message, { fields: [{ path: 'file', message }], subject: `upload:${id}` })
  }
}

/** Makes a prepared upload the next version. */
export async function publishUpload(
  transaction: Transaction,
  { fileId, version: number, filename, adminId }: Publication,
  upload: UploadRow<'arrivedBytes'>,
  nowMs: number,
): Promise<void> {
  if (!(await takeArrived(transaction, upload.id))) throw uploadNotFound()
  const objectKey = objectKeyOf(upload)
  const { arrivedBytes: sizeBytes, sha256, name } = upload
  const origin = { objectKey, sizeBytes, sha256, adminId, restoredFrom: null, createdAtMs: nowMs }
  if (!(await addVersion(transaction, { fileId, number, filename, ...origin }, name))) {
    const file = await findFileRow(transaction, fileId)
    throw file ? otherVersion(file) : fileNotFound()
  }
  if (sha256 === null) await queueHash(transaction, objectKey)
}

/** Makes the content of an earlier version current, as a new version with the next number. */
export async function restoreVersion(
  transaction: Transaction,
  { fileId, version, adminId, nowMs }: { fileId: string; version: number; adminId: string; nowMs: number },
): Promise<void> {
  const file = await getFile(transaction, fileId)
  const { number, filename, sizeBytes, sha256, objectKey } = await getVersion(transaction, fileId, version)
  if (number === file.currentVersion) throw conflict('This is already the current version.')
  const restored = {
    fileId,
    number: file.currentVersion + 1,
    filename,
    sizeBytes,
    sha256,
    objectKey,
    adminId,
    restoredFrom: number,
    createdAtMs: nowMs,
  }
  if (!(await addVersion(transaction, restored, null))) {
    throw conflict('Another admin has published a version in the meantime. Open the history again.')
  }
}

const notWhole = () => conflict('The file has not arrived completely. Upload it again, or resume its upload.')

const otherVersion = ({ currentVersion }: Pick<ModelFilesTable, 'currentVersion'>) =>
  conflict(`The next version is ${currentVersion + 1}: another admin may have published one in the meantime.`)
