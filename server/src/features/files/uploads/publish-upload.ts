import { maxPromptTextBytes } from '@health-console/contract/files/files.ts'
import { FormatError } from '@health-console/formats/format-error.ts'
import { inspectFile } from '@health-console/formats/inspect.ts'
import type { Context } from '../../../core/context.ts'
import type { ModelFilesTable } from '../../../core/database/tables/files.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import { ApiError, conflict } from '../../../http/errors.ts'
import { objectSource } from '../../../core/storage/object-source.ts'
import { mailApprovers } from '../approval/approvers.ts'
import { requireOwnStorage } from '../ownership/claim-storage.ts'
import { requireType } from './begin-upload.ts'
import { queueHash } from '../signing/hash-versions.ts'
import { signUnsigned, type Signer } from '../signing/sign-versions.ts'
import { finishUpload } from './finish-upload.ts'
import { tooLarge } from './limits.ts'
import { countBetween, type StoredFacts } from '../versions/changed-lines.ts'
import { fileNotFound, findFileRow, getVersion } from '../versions/store.ts'
import {
  getOwnUpload,
  giveUpUploads,
  listUploads,
  takeArrived,
  uploadNotFound,
  type UploadRow,
  wasPublished,
} from './store.ts'
import { addVersion, lockModelFile, type NewVersion, nextNumber, submitVersion } from '../versions/change-store.ts'
import { objectKeyOf } from '../versions/object-key.ts'

type Publication = {
  fileId: string
  version: number
  filename: string
  uploadId?: string | undefined
  /** The percentage of devices to which it is offered first; undefined: all. */
  offerTo?: number | undefined
  admin: { id: string; fullName: string }
}

type Arrived = UploadRow<'arrivedBytes'>

/**
 * Finds the upload to publish, completes it and inspects its content. The current version is still served.
 * @returns also the facts about the content, or the error if it can never be published
 */
export async function prepareUpload(
  context: Context,
  wanted: Publication,
): Promise<{ upload: Arrived; facts: StoredFacts | ApiError }> {
  const { db } = context
  await requireOwnStorage(context)
  const file = await findFileRow(db, wanted.fileId)
  if (!file) throw fileNotFound()
  requireType(wanted.filename, file.type)
  if (wanted.version !== file.currentVersion + 1) throw otherVersion(file)
  const upload = await findArrived(context, wanted).catch(async (error: unknown) => {
    throw (await findLoss(context, wanted)) ?? error
  })
  return { upload, facts: await inspect(context, upload, file) }
}

/** Why this request has lost to another one, which has meanwhile published this upload or another version. */
async function findLoss({ db }: Context, { fileId, uploadId, version }: Publication): Promise<ApiError | undefined> {
  const file = await findFileRow(db, fileId)
  if (!file) return fileNotFound()
  const isTaken = uploadId !== undefined && (await wasPublished(db, uploadId))
  return isTaken || file.currentVersion !== version - 1 ? otherVersion(file) : undefined
}

/**
 * The specified upload, otherwise the one that this admin began last: an older one may contain data that was abandoned
 * for it.
 */
async function findArrived(context: Context, wanted: Publication): Promise<Arrived> {
  const upload = await findWanted(context, wanted)
  const arrived = upload && (await finishUpload(context, upload))
  if (!arrived) throw notWhole()
  return arrived
}

async function findWanted({ db }: Context, { fileId, uploadId, admin }: Publication): Promise<UploadRow | undefined> {
  if (uploadId === undefined) return (await listUploads(db, admin.id)).find((upload) => upload.fileId === fileId)
  const upload = await getOwnUpload(db, uploadId, admin.id)
  if (upload.fileId !== fileId) throw uploadNotFound()
  return upload
}

async function inspect(
  context: Context,
  upload: Arrived,
  file: Pick<ModelFilesTable, 'id' | 'type' | 'currentVersion'>,
): Promise<StoredFacts | ApiError> {
  const { storage, config } = context
  const { type } = file
  const { id, arrivedBytes, sizeBytes } = upload
  if (arrivedBytes > config.maxFileBytes) return tooLarge(config, `upload:${id}`)
  if (sizeBytes !== null && sizeBytes !== arrivedBytes) {
    const message = 'The file’s size doesn’t match. Upload it again.'
    return new ApiError('conflict', message, { subject: `upload:${id}` })
  }
  if (config.publishing === 'two' && type === 'txt' && arrivedBytes > maxPromptTextBytes) {
    return rejectFile(id, 'Prompts must be read before they are approved, and this one is longer than 1 MiB.')
  }
  try {
    const facts = await inspectFile(type, objectSource(storage, objectKeyOf(upload), arrivedBytes))
    return facts.kind === 'txt' ? { ...facts, ...(await findChangedLines(context, upload, file)) } : facts
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return rejectFile(id, error.message)
  }
}

/** How many lines of a prompt differ from the current version, if there is one and they can be compared. */
async function findChangedLines(
  context: Context,
  upload: Arrived,
  { id, currentVersion }: Pick<ModelFilesTable, 'id' | 'currentVersion'>,
): Promise<Pick<StoredFacts, 'changedLines'>> {
  if (currentVersion === 0) return {}
  const current = await getVersion(context.db, id, currentVersion)
  const counted = await countBetween(context, current, {
    objectKey: objectKeyOf(upload),
    sizeBytes: upload.arrivedBytes,
  })
  return counted === null ? {} : { changedLines: { since: currentVersion, ...counted } }
}

const rejectFile = (uploadId: string, message: string) =>
  new ApiError('unprocessable', message, { fields: [{ path: 'file', message }], subject: `upload:${uploadId}` })

type Published = { number: number; endedUploads: string[] }

/** Makes a prepared upload the current version. */
export async function publishUpload(
  context: Signer,
  transaction: Transaction,
  wanted: Publication,
  upload: Arrived,
  facts: StoredFacts,
): Promise<Published> {
  const { fileId, version, offerTo } = wanted
  await lockModelFile(context, transaction, fileId)
  const added = await takeUpload(context, transaction, wanted, upload, facts)
  if (!(await addVersion(transaction, added, { replaces: version - 1, name: upload.name, offerTo }))) {
    const file = await findFileRow(transaction, fileId)
    throw file ? otherVersion(file) : fileNotFound()
  }
  await signUnsigned(context, transaction)
  return { number: added.number, endedUploads: await giveUpUploads(transaction, upload) }
}

/** The next version, created from an upload that ends with this. */
async function takeUpload(
  { now }: Pick<Context, 'now'>,
  transaction: Transaction,
  { fileId, filename, admin }: Publication,
  upload: Arrived,
  facts: StoredFacts,
): Promise<NewVersion> {
  if (!(await takeArrived(transaction, upload.id))) {
    const file = await findFileRow(transaction, fileId)
    throw file ? otherVersion(file) : fileNotFound()
  }
  const objectKey = objectKeyOf(upload)
  if (upload.sha256 === null) await queueHash(transaction, objectKey)
  return {
    fileId,
    number: await nextNumber(transaction, fileId),
    filename,
    objectKey,
    sizeBytes: upload.arrivedBytes,
    sha256: upload.sha256,
    facts,
    adminId: admin.id,
    restoredFrom: null,
    createdAtMs: now(),
  }
}

/** Makes a prepared upload a version that awaits approval. */
export async function submitUpload(
  context: Context,
  transaction: Transaction,
  wanted: Publication,
  upload: Arrived,
  facts: StoredFacts,
): Promise<Published> {
  const { fileId, version, filename, admin } = wanted
  await lockModelFile(context, transaction, fileId)
  const file = await findFileRow(transaction, fileId)
  if (!file) throw fileNotFound()
  if (file.currentVersion !== version - 1) throw otherVersion(file)
  const staged = await takeUpload(context, transaction, wanted, upload, facts)
  await submitVersion(transaction, staged, { replaces: version - 1, name: upload.name })
  const name = version === 1 && upload.name !== null ? upload.name : file.name
  const { number } = staged
  await mailApprovers(transaction, context, { type: file.type, name, version: number, filename, uploader: admin })
  return { number, endedUploads: await giveUpUploads(transaction, upload) }
}

const notWhole = () => conflict('The upload isn’t complete. Resume it, or upload the file again.')

const otherVersion = ({ currentVersion }: Pick<ModelFilesTable, 'currentVersion'>) =>
  conflict(
    `The next version is ${currentVersion + 1}: another admin may have published one in the meantime. Check it first.`,
  )
