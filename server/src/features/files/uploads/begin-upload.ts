import { type FileType, fileTypeOf, maxUnfinishedUploads } from '@health-console/contract/files/files.ts'
import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import { conflict, invalidField } from '../../../http/errors.ts'
import type { SignedInAdmin } from '../../../http/requests/caller.ts'
import { fileNotFound, findFileRow } from '../versions/store.ts'
import { insertUpload, listUploads, type UploadRow } from './store.ts'
import { ensureFile } from '../versions/change-store.ts'

const mebibyte = 2 ** 20
/** The smallest part that an S3 server accepts, except for the last. */
const smallestPartBytes = 5 * mebibyte

type Announced = {
  /** The id of the new upload. */
  id: string
  size?: number | undefined
  headSha256?: string | undefined
  filename?: string | undefined
}

/**
 * Begins the first upload of a type. A file without a version is the result of an unfinished first upload, and is
 * reused.
 */
export async function beginFirstUpload(
  transaction: Transaction,
  context: Context,
  admin: SignedInAdmin,
  announced: Announced & { filename: string; name: string },
): Promise<UploadRow & { type: FileType }> {
  const type = fileTypeOf(announced.filename)
  if (type === undefined) throw invalidField('filename', 'The name of the file must end in .gguf, .onnx or .txt')
  await requireFewUploads(transaction, context, admin)
  const file = await ensureFile(transaction, type, announced.name, context.now())
  if (file.currentVersion > 0) throw conflict(`There is already a .${type} file. Upload its next version instead.`)
  return insert(transaction, context, admin, file, announced, announced.name)
}

/** Begins the upload of the next version. */
export async function beginNextUpload(
  transaction: Transaction,
  context: Context,
  admin: SignedInAdmin,
  fileId: string,
  announced: Announced,
): Promise<UploadRow & { type: FileType }> {
  await requireFewUploads(transaction, context, admin)
  const file = await findFileRow(transaction, fileId)
  if (!file) throw fileNotFound()
  if (announced.filename !== undefined) requireType(announced.filename, file.type)
  return insert(transaction, context, admin, file, announced, null)
}

async function requireFewUploads(transaction: Transaction, { engine }: Context, { id }: SignedInAdmin) {
  await engine.serialize(transaction, `uploads ${id}`)
  const uploads = await listUploads(transaction, id)
  if (uploads.length < maxUnfinishedUploads) return
  const named = uploads.map((upload) => ({ id: upload.id, name: upload.filename ?? `a .${upload.type} file` }))
  throw conflict(
    `You have ${uploads.length} unfinished uploads: ${countNames(named.map(({ name }) => name))}. Finish or cancel one of them first. Inactive uploads expire after 24 hours.`,
    named.map(({ id, name }) => ({ path: `uploads.${id}`, message: name })),
  )
}

/** @returns each name once, with its number of occurrences: `a.gguf (2), b.txt` */
function countNames(names: string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} (${count})`)).join(', ')
}

export function requireType(filename: string, type: FileType): void {
  if (fileTypeOf(filename) !== type) throw invalidField('filename', `The name of the file must end in .${type}`)
}

async function insert(
  transaction: Transaction,
  { config, now }: Context,
  admin: SignedInAdmin,
  file: { id: string; type: FileType },
  { id, size, headSha256, filename }: Announced,
  name: string | null,
) {
  const upload = {
    id,
    fileId: file.id,
    adminId: admin.id,
    sessionHash: admin.session.tokenHash,
    confirmedSessionId: admin.session.id,
    name,
    filename: filename ?? null,
    sizeBytes: size ?? null,
    partSizeBytes: partBytesFor(size, config.uploadPartBytes),
    headSha256: headSha256 ?? null,
  }
  return { ...(await insertUpload(transaction, upload, now())), type: file.type }
}

/**
 * The size of a part, about a hundredth of the file, because the parts in progress when an upload is paused are sent
 * again.
 */
export function partBytesFor(sizeBytes: number | undefined, mostBytes: number): number {
  if (sizeBytes === undefined) return mostBytes
  const hundredth = Math.ceil(sizeBytes / 100 / mebibyte) * mebibyte
  return Math.min(mostBytes, Math.max(smallestPartBytes, hundredth))
}
