import { maxPromptTextBytes } from '@health-console/contract/files.ts'
import { FormatError } from '@health-console/formats/format-error.ts'
import { inspectFile } from '@health-console/formats/inspect.ts'
import type { Context } from '../context.ts'
import type { ModelFilesTable } from '../database/tables/files.ts'
import type { Transaction } from '../database/tables.ts'
import { ApiError, conflict } from '../http/errors.ts'
import { objectSource } from '../storage/object-source.ts'
import { mailApprovers } from './approvers.ts'
import { requireType } from './begin-upload.ts'
import { queueHash } from './hash-versions.ts'
import { finishUpload } from './finish-upload.ts'
import { tooLarge } from './limits.ts'
import { addVersion, fileNotFound, findFileRow, holdFile, nextNumber, stageVersion } from './store.ts'
import { getOwnUpload, listUploads, objectKeyOf, takeArrived, uploadNotFound, type UploadRow } from './uploads-store.ts'

type Publication = {
  fileId: string
  version: number
  filename: string
  uploadId?: string | undefined
  admin: { id: string; fullName: string }
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
  { fileId, uploadId, admin }: Publication,
): Promise<UploadRow<'arrivedBytes'>> {
  if (uploadId !== undefined) {
    const upload = await getOwnUpload(context.db, uploadId, admin.id)
    if (upload.fileId !== fileId) throw uploadNotFound()
    const arrived = await finishUpload(context, upload)
    if (!arrived) throw notWhole()
    return arrived
  }
  for (const upload of await listUploads(context.db, admin.id)) {
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
  if (config.publishing === 'two' && type === 'txt' && arrivedBytes > maxPromptTextBytes) {
    const message = 'A prompt must be read before it is approved, and this one is longer than 1 MiB.'
    return new ApiError('unprocessable', message, { fields: [{ path: 'file', message }], subject: `upload:${id}` })
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

/** Makes a prepared upload the current version. @returns its number */
export async function publishUpload(
  context: Pick<Context, 'engine' | 'now'>,
  transaction: Transaction,
  { fileId, version, filename, admin }: Publication,
  upload: UploadRow<'arrivedBytes'>,
): Promise<number> {
  await holdFile(context, transaction, fileId)
  const taken = await takeUpload(transaction, upload)
  const number = await nextNumber(transaction, fileId)
  const added = {
    fileId,
    number,
    filename,
    ...taken,
    adminId: admin.id,
    restoredFrom: null,
    createdAtMs: context.now(),
  }
  if (!(await addVersion(transaction, added, { replaces: version - 1, name: upload.name }))) {
    const file = await findFileRow(transaction, fileId)
    throw file ? otherVersion(file) : fileNotFound()
  }
  return number
}

/** The content of a version, from an upload that ends with this. */
async function takeUpload(transaction: Transaction, upload: UploadRow<'arrivedBytes'>) {
  if (!(await takeArrived(transaction, upload.id))) throw uploadNotFound()
  const objectKey = objectKeyOf(upload)
  if (upload.sha256 === null) await queueHash(transaction, objectKey)
  return { objectKey, sizeBytes: upload.arrivedBytes, sha256: upload.sha256 }
}

/** Makes a prepared upload a version that waits for approval. @returns its number */
export async function stageUpload(
  context: Context,
  transaction: Transaction,
  { fileId, version, filename, admin }: Publication,
  upload: UploadRow<'arrivedBytes'>,
): Promise<number> {
  await holdFile(context, transaction, fileId)
  const file = await findFileRow(transaction, fileId)
  if (!file) throw fileNotFound()
  if (file.currentVersion !== version - 1) throw otherVersion(file)
  const taken = await takeUpload(transaction, upload)
  const number = await nextNumber(transaction, fileId)
  const staged = {
    fileId,
    number,
    filename,
    ...taken,
    adminId: admin.id,
    restoredFrom: null,
    createdAtMs: context.now(),
  }
  await stageVersion(transaction, staged, { replaces: version - 1, name: upload.name })
  const name = version === 1 && upload.name !== null ? upload.name : file.name
  await mailApprovers(transaction, context, { type: file.type, name, version: number, filename, uploader: admin })
  return number
}

const notWhole = () => conflict('The file has not arrived completely. Upload it again, or resume its upload.')

const otherVersion = ({ currentVersion }: Pick<ModelFilesTable, 'currentVersion'>) =>
  conflict(`The next version is ${currentVersion + 1}: another admin may have published one in the meantime.`)
