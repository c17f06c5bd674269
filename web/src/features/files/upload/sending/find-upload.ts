import {
  createFile,
  createFileUpload,
  type FileType,
  getFileUpload,
  headBytes,
  listFiles,
  listFileUploads,
  type ModelFile,
  type FileUpload,
} from '@health-console/contract/files/files.ts'
import { partPlace } from '@health-console/contract/files/parts.ts'
import { call } from '../../../../api/client.ts'
import type { HashOf } from './hashes.ts'

type Wanted = {
  file: File
  type: FileType
  name: string
  hashOf: HashOf
  /** Uploads that turned out to belong to another file. */
  others: ReadonlySet<string>
}

/** Finds an upload that was begun with the same file, or begins one. */
export async function findOrBeginUpload(wanted: Wanted, signal: AbortSignal) {
  const { file, type, hashOf, others } = wanted
  const headSha256 = await hashOf(0, Math.min(headBytes, file.size))
  const { data } = await call(listFiles, {}, { signal })
  const current = data.files.find((each) => each.type === type)
  const nextVersion = (current?.version ?? 0) + 1

  const begun = await call(listFileUploads, {}, { signal })
  const alike = begun.data.filter(
    (each): each is FileUpload =>
      each.type === type && each.sizeBytes === file.size && each.headSha256 === headSha256 && !others.has(each.id),
  )
  for (const upload of alike) {
    const arrived = await arrivedParts(upload, hashOf, signal)
    if (arrived) return { upload, arrived, nextVersion, isNew: false }
  }
  signal.throwIfAborted()
  return { upload: await begin(wanted, current, headSha256), arrived: new Set<number>(), nextVersion, isNew: true }
}

/** The parts that do not have to be sent again; null if one of them does not belong to this file. */
async function arrivedParts(upload: FileUpload, hashOf: HashOf, signal: AbortSignal): Promise<Set<number> | null> {
  const { data } = await call(getFileUpload, { params: { id: upload.id } }, { signal })
  const arrived = new Set<number>()
  for (const part of data.parts) {
    signal.throwIfAborted()
    // A part without a hash is sent again.
    if (part.sha256 === null) continue
    const { offset, sizeBytes } = partPlace(upload, part.partNumber)
    if (part.sha256 !== (await hashOf(offset, offset + sizeBytes))) return null
    arrived.add(part.partNumber)
  }
  return arrived
}

/** This step cannot be interrupted: an upload that the server has begun must be known, so that it can be cancelled. */
async function begin({ file, name }: Wanted, current: ModelFile | undefined, headSha256: string): Promise<FileUpload> {
  const about = { filename: file.name, size: file.size, headSha256 }
  const { upload } = current
    ? await call(createFileUpload, { params: { id: current.id }, body: about })
    : await call(createFile, { body: { ...about, name } })
  if (!upload) throw new Error('The server didn’t accept the upload. Try again.')
  return upload
}
