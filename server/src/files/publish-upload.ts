import { FormatError } from '@health-console/formats/format-error.ts'
import { inspectFile } from '@health-console/formats/inspect.ts'
import type { Context } from '../context.ts'
import type { ModelFilesTable } from '../database/file-tables.ts'
import { conflict, unprocessable } from '../http/errors.ts'
import { objectSource } from '../storage/object-source.ts'
import { expectType } from './begin-upload.ts'
import { queueDigest } from './digest-store.ts'
import { discardUpload, removeByways } from './discard-upload.ts'
import { type ArrivedUpload, finishUpload } from './finish-upload.ts'
import { tooLarge } from './limits.ts'
import type { RunningDigests } from './running-digests.ts'
import { addVersion, fileNotFound, findFileRow } from './store.ts'
import { deleteUpload, getOwnUpload, listUploads, objectKeyOf, touchUpload, uploadNotFound } from './uploads-store.ts'

type Wanted = { fileId: string; version: number; filename: string; uploadId?: string | undefined; adminId: string }

/**
 * Makes an upload the next version once it is whole and its content is what it claims. The older version is served
 * until the one transaction at the end.
 */
export async function publishUpload(context: Context, wanted: Wanted, digests: RunningDigests): Promise<void> {
  const { db, now } = context
  const file = await findFileRow(db, wanted.fileId)
  if (!file) throw fileNotFound()
  expectType(wanted.filename, file.type)
  if (wanted.version !== file.currentVersion + 1) throw otherVersion(file)
  const upload = await findArrived(context, wanted, digests)
  // From here on it does not count as abandoned.
  await touchUpload(db, upload.id, now())
  await expectContent(context, upload, file)

  const objectKey = objectKeyOf(upload)
  await db.transaction().execute(async (transaction) => {
    if (!(await deleteUpload(transaction, upload.id))) throw uploadNotFound()
    const version = {
      fileId: file.id,
      number: wanted.version,
      filename: wanted.filename,
      sizeBytes: upload.arrivedBytes,
      sha256: upload.sha256,
      objectKey,
      adminId: wanted.adminId,
      restoredFrom: null,
      createdAtMs: now(),
    }
    if (!(await addVersion(transaction, version, upload.name))) throw otherVersion(await getRow(transaction, file))
    if (upload.sha256 === null) await queueDigest(transaction, objectKey)
  })
  // It is published: what cannot be removed now is left to the sweep.
  await removeByways(context, upload).catch(() => {})
}

/** The upload that is named, or else the newest of this admin that is whole. */
async function findArrived(
  context: Context,
  { fileId, uploadId, adminId }: Wanted,
  digests: RunningDigests,
): Promise<ArrivedUpload> {
  if (uploadId !== undefined) {
    const upload = await getOwnUpload(context.db, uploadId, adminId)
    if (upload.fileId !== fileId) throw uploadNotFound()
    const arrived = await finishUpload(context, upload, digests)
    if (!arrived) throw notWhole()
    return arrived
  }
  for (const upload of await listUploads(context.db, adminId)) {
    if (upload.fileId !== fileId) continue
    const arrived = await finishUpload(context, upload, digests)
    if (arrived) return arrived
  }
  throw notWhole()
}

/** What can never be published is removed at once: it may be large. */
async function expectContent(context: Context, upload: ArrivedUpload, { type }: ModelFilesTable): Promise<void> {
  const { storage, config } = context
  const { arrivedBytes, sizeBytes } = upload
  if (arrivedBytes > config.maxFileBytes) {
    await discardUpload(context, upload)
    throw tooLarge(config)
  }
  if (sizeBytes !== null && sizeBytes !== arrivedBytes) {
    await discardUpload(context, upload)
    throw conflict('The file that arrived has not the length that was announced. Upload it again.')
  }
  try {
    await inspectFile(type, objectSource(storage, objectKeyOf(upload), arrivedBytes))
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    await discardUpload(context, upload)
    throw unprocessable(error.message, [{ path: 'file', message: error.message }])
  }
}

const notWhole = () => conflict('The file has not arrived whole. Upload it again, or go on with its upload.')

const otherVersion = ({ currentVersion }: Pick<ModelFilesTable, 'currentVersion'>) =>
  conflict(`The next version is ${currentVersion + 1}: somebody else may have published one in the meantime.`)

async function getRow(db: Parameters<typeof findFileRow>[0], { id }: ModelFilesTable): Promise<ModelFilesTable> {
  const row = await findFileRow(db, id)
  if (!row) throw fileNotFound()
  return row
}
