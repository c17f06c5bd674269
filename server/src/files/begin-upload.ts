import { partCount } from '@health-console/contract/parts.ts'
import type { FileType, UploadPlan } from '@health-console/contract/files.ts'
import { fileTypeOf } from '@health-console/contract/files.ts'
import type { Transaction } from 'kysely'
import type { Context } from '../context.ts'
import type { Tables } from '../database/tables.ts'
import { conflict, invalidField } from '../http/errors.ts'
import type { SignedInAdmin } from '../http/caller.ts'
import { mostOpenUploads, tooManyUploads } from './limits.ts'
import { isPlanned, type PlannedUpload } from './parts.ts'
import { ensureFile, fileNotFound, findFileRow } from './store.ts'
import { addressLifetimeSeconds, type createUploadAddresses } from './upload-address.ts'
import { countUploads, insertUpload, passageKeyOf, type UploadRecord } from './uploads-store.ts'

/** The most that an S3 store takes, and moves, in one request. */
const maxSinglePutBytes = 5e9

type Told = {
  /** Of the new upload. */
  id: string
  size?: number | undefined
  headSha256?: string | undefined
  filename?: string | undefined
}

/** The first upload of a type. A file without a version is one that nobody has finished: it is begun anew. */
export async function beginFirstUpload(
  transaction: Transaction<Tables>,
  context: Context,
  admin: SignedInAdmin,
  told: Told & { filename: string; name: string },
): Promise<UploadRecord> {
  const type = fileTypeOf(told.filename)
  if (type === undefined) throw wrongExtension()
  await expectFewUploads(transaction, context, admin)
  const file = await ensureFile(transaction, type, told.name, context.now())
  if (file.currentVersion > 0) throw conflict(`There already is a ${type} file. Upload its next version instead.`)
  return insert(transaction, context, admin, file.id, told, told.name)
}

/** The upload of the next version. */
export async function beginNextUpload(
  transaction: Transaction<Tables>,
  context: Context,
  admin: SignedInAdmin,
  fileId: string,
  told: Told,
): Promise<UploadRecord> {
  await expectFewUploads(transaction, context, admin)
  const file = await findFileRow(transaction, fileId)
  if (!file) throw fileNotFound()
  if (told.filename !== undefined) expectType(told.filename, file.type)
  return insert(transaction, context, admin, file.id, told, null)
}

async function expectFewUploads(transaction: Transaction<Tables>, { engine }: Context, { id }: SignedInAdmin) {
  await engine.serialize(transaction, `uploads ${id}`)
  if ((await countUploads(transaction, id)) >= mostOpenUploads) throw tooManyUploads()
}

export function expectType(filename: string, type: FileType): void {
  if (fileTypeOf(filename) !== type) throw invalidField('filename', `The name of the file must end in .${type}`)
}

const wrongExtension = () => invalidField('filename', 'The name of the file must end in .gguf, .onnx or .txt')

function insert(
  transaction: Transaction<Tables>,
  { config, now }: Context,
  admin: SignedInAdmin,
  fileId: string,
  { id, size, headSha256, filename }: Told,
  name: string | null,
): Promise<UploadRecord> {
  const upload = {
    id,
    fileId,
    adminId: admin.id,
    sessionHash: admin.session.tokenHash,
    name,
    filename: filename ?? null,
    sizeBytes: size ?? null,
    partSizeBytes: config.uploadPartBytes,
    headSha256: headSha256 ?? null,
  }
  return insertUpload(transaction, upload, now())
}

/** Where one PUT takes the whole file: straight into the store where that can take it, otherwise through this server. */
export async function wholeFileAddress(
  { storage }: Context,
  addresses: ReturnType<typeof createUploadAddresses>,
  origin: string,
  { id, size }: Told,
): Promise<string> {
  if (storage.kind === 's3' && storage.takesWholeFiles && size !== undefined && size <= maxSinglePutBytes) {
    return storage.presignPut(passageKeyOf({ id }), size, addressLifetimeSeconds)
  }
  return addresses.make(origin, contentPath(id))
}

export const contentPath = (uploadId: string) => `/v1/file-uploads/${uploadId}/content`

export function planOf(upload: UploadRecord): UploadPlan | undefined {
  return isPlanned(upload) ? presentPlan(upload) : undefined
}

export function presentPlan(upload: PlannedUpload): UploadPlan {
  const { id, fileId, sizeBytes, partSizeBytes } = upload
  return { id, fileId, sizeBytes, partSizeBytes, partCount: partCount(upload) }
}
