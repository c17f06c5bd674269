import { randomUUIDv7 } from 'node:crypto'
import { constants } from 'node:fs'
import { access, type FileHandle, link, mkdir, open, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { keepErrorForReader } from './drain-in-pieces.ts'
import {
  ObjectExistsError,
  ObjectNotFoundError,
  ObjectTooLargeError,
  StorageFullError,
  StorageUnavailableError,
  UploadMismatchError,
  UploadNotFoundError,
} from './errors.ts'
import { errorCode } from '../disk/error-code.ts'
import { makeFoldersIn } from '../disk/make-folder.ts'
import {
  filesBelow,
  headOf,
  orStorageError,
  removeFile,
  syncFolder,
  toStorageError,
  writeStream,
} from './local-files.ts'
import { isObjectKey } from './object-key.ts'
import { PartGates } from './part-gates.ts'
import { getPartPlace, requireComplete } from './part-plan.ts'
import type {
  ByteRange,
  ExpectedSize,
  LocalStorage,
  ObjectHead,
  ObjectKey,
  StoredPart,
  MultipartUpload,
} from './storage.ts'

/** The space that uploads leave free for the database on the same disk. */
const defaultReservedBytes = 128 * 2 ** 20
const readChunkBytes = 256 * 1024
const partialPattern = /^(?<key>[^.]+)\.(?<uploadId>[0-9a-f-]{36})\.partial$/

/**
 * Stores objects as files below `folder`. Bytes arrive in a `.partial` file, each part at its offset. A finished object
 * gets its name by a hard link, which is atomic and never replaces another file.
 */
export async function openLocalStorage(folder: string, reservedBytes = defaultReservedBytes): Promise<LocalStorage> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const gates = new PartGates()
  const objectPath = (key: ObjectKey) => path.join(folder, ...key.split('/'))
  const partialPath = (upload: Pick<MultipartUpload, 'key' | 'uploadId'>) => {
    const file = `${objectPath(upload.key)}.${upload.uploadId}.partial`
    if (!partialPattern.test(path.basename(file))) throw new UploadNotFoundError()
    return file
  }

  async function freeBytes(): Promise<number> {
    const { bavail, bsize } = await orStorageError(statfs(folder))
    return Math.max(0, bavail * bsize - reservedBytes)
  }

  async function requireSpace(bytes: number): Promise<void> {
    if (bytes > (await freeBytes())) throw new StorageFullError()
  }

  async function createPartial(key: ObjectKey): Promise<{ uploadId: string; file: FileHandle }> {
    if (await headOf(objectPath(key))) throw new ObjectExistsError()
    await orStorageError(makeFoldersIn(folder, ...key.split('/').slice(0, -1))).catch((error: unknown) => {
      throw errorCode(error) === 'ENOENT' ? new StorageUnavailableError(error) : error
    })
    await syncFolder(folder)
    const uploadId = randomUUIDv7()
    const file = await orStorageError(open(partialPath({ key, uploadId }), 'wx', 0o600))
    return { uploadId, file }
  }

  async function publish(upload: Pick<MultipartUpload, 'key' | 'uploadId'>): Promise<ObjectHead> {
    const target = objectPath(upload.key)
    try {
      await orStorageError(link(partialPath(upload), target))
    } catch (error) {
      if (errorCode(error) === 'EEXIST') throw new ObjectExistsError()
      if (errorCode(error) === 'ENOENT') throw new UploadNotFoundError()
      throw error
    }
    await syncFolder(path.dirname(target))
    await removeFile(partialPath(upload))
    const head = await headOf(target)
    if (head === null) throw new ObjectNotFoundError()
    return head
  }

  return {
    kind: 'local',

    async beginUpload({ key, sizeBytes, partSizeBytes }) {
      const { uploadId, file } = await createPartial(key)
      try {
        await orStorageError(file.truncate(sizeBytes))
      } catch (error) {
        await removeFile(partialPath({ key, uploadId }))
        throw error
      } finally {
        await file.close()
      }
      await syncFolder(path.dirname(objectPath(key)))
      return { key, uploadId, sizeBytes, partSizeBytes }
    },

    async writePart(upload: MultipartUpload, partNumber: number, body: Readable) {
      keepErrorForReader(body)
      const place = getPartPlace(upload, partNumber)
      const wrongLength = () => new UploadMismatchError(`Part ${partNumber} of the upload has the wrong length.`)
      return gates.pass(upload.uploadId, async () => {
        await using file = await openPartial(partialPath(upload))
        const at = { offset: place.offset, maxBytes: place.sizeBytes, requireSpace }
        const written = await writeStream(file, body, at, wrongLength)
        if (written.sizeBytes !== place.sizeBytes) throw wrongLength()
        return { partNumber, ...written, etag: written.sha256 }
      })
    },

    async completeUpload(upload: MultipartUpload, parts: StoredPart[]) {
      requireComplete(upload, parts)
      return gates.close(upload.uploadId, async () => {
        const file = await openPartial(partialPath(upload))
        try {
          const { size } = await file.stat()
          if (size !== upload.sizeBytes)
            throw new UploadMismatchError('The upload has the wrong length. Upload the file again.')
          await orStorageError(file.sync())
        } finally {
          await file.close()
        }
        return publish(upload)
      })
    },

    async abortUpload(upload) {
      await removeFile(partialPath(upload))
    },

    async *listUploads(prefix = '') {
      for await (const { name, file } of filesBelow(folder, '')) {
        const { key, uploadId } = partialPattern.exec(name)?.groups ?? {}
        if (key === undefined || uploadId === undefined || !isObjectKey(key) || !key.startsWith(prefix)) continue
        const head = await headOf(file)
        if (head !== null) yield { key, uploadId, startedAtMs: head.modifiedAtMs }
      }
    },

    async putObject(key: ObjectKey, body: Readable, { sizeBytes, maxBytes }: ExpectedSize, onBegun) {
      keepErrorForReader(body)
      const { uploadId, file } = await createPartial(key)
      try {
        await onBegun?.(uploadId)
        const written = await writeStream(file, body, { offset: 0, maxBytes, requireSpace }, tooLarge)
        if (sizeBytes !== null && written.sizeBytes !== sizeBytes) {
          throw new UploadMismatchError('The file that arrived has the wrong length.')
        }
        await publish({ key, uploadId })
        return written
      } catch (error) {
        await removeFile(partialPath({ key, uploadId }))
        throw error
      } finally {
        await file.close()
      }
    },

    head: (key) => headOf(objectPath(key)),

    async openRead(key: ObjectKey, range?: ByteRange) {
      const file = await openExisting(objectPath(key), 'r', () => new ObjectNotFoundError())
      return file.createReadStream({ ...range, highWaterMark: readChunkBytes })
    },

    remove: (key) => removeFile(objectPath(key)),

    async *listObjects() {
      for await (const { name, file } of filesBelow(folder, '')) {
        if (!isObjectKey(name)) continue
        const head = await headOf(file)
        if (head !== null) yield { key: name, modifiedAtMs: head.modifiedAtMs }
      }
    },

    freeBytes,

    hasFreeSpace: async () => (await freeBytes()) > 0,

    async check() {
      try {
        await access(folder, constants.R_OK | constants.W_OK)
      } catch (error) {
        throw new StorageUnavailableError(error)
      }
    },
  }
}

const tooLarge = () => new ObjectTooLargeError()

const openPartial = (file: string) => openExisting(file, 'r+', () => new UploadNotFoundError())

async function openExisting(file: string, flags: string, onMissing: () => Error): Promise<FileHandle> {
  try {
    return await open(file, flags)
  } catch (error) {
    throw errorCode(error) === 'ENOENT' ? onMissing() : toStorageError(error)
  }
}
