import type { Dirent } from 'node:fs'
import { type FileHandle, opendir, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { errorCode } from '../disk/error-code.ts'
import { isNoSpace } from '../disk/no-space.ts'
import * as disk from '../disk/sync-folder.ts'
import { drainInPieces } from './drain-in-pieces.ts'
import { StorageFullError, StorageUnavailableError } from './errors.ts'
import type { ObjectHead } from './storage.ts'

const pieceBytes = 1024 * 1024

type WriteTarget = {
  offset: number
  maxBytes: number
  /**
   * Called before each piece, because the length of the stream may be unknown. @throws if the piece must not be written
   */
  requireSpace: (bytes: number) => Promise<void>
}

/** Writes a stream into a file at an offset, never past `maxBytes`, and returns once it is safely on disk. */
export async function writeStream(file: FileHandle, body: Readable, place: WriteTarget, onTooLarge: () => Error) {
  const written = await drainInPieces(
    body,
    { pieceBytes, piecesInFlight: 1, maxBytes: place.maxBytes },
    onTooLarge,
    async (piece, offset) => {
      await place.requireSpace(piece.length)
      await writeWhole(file, piece, place.offset + offset)
    },
  )
  await orStorageError(file.datasync())
  return written
}

async function writeWhole(file: FileHandle, piece: Buffer, position: number): Promise<void> {
  for (let done = 0; done < piece.length;) {
    // When the disk becomes full, a write stores some of the bytes, and only the next one fails.
    const { bytesWritten } = await orStorageError(file.write(piece, done, piece.length - done, position + done))
    done += bytesWritten
  }
}

/** Syncs a folder of the storage. */
export const syncFolder = (folder: string): Promise<void> => orStorageError(disk.syncFolder(folder))

export async function orStorageError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw toStorageError(error)
  }
}

/** The folder belongs to another user, or its disk is read-only, damaged or away. */
const unusable = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EIO', 'ESTALE', 'ENOTCONN']

/** Other errors are returned as they are. */
export function toStorageError(error: unknown): unknown {
  if (isNoSpace(error)) return new StorageFullError(error)
  return unusable.includes(errorCode(error)) ? new StorageUnavailableError(error) : error
}

export async function headOf(file: string): Promise<ObjectHead | null> {
  try {
    const { size, mtimeMs } = await stat(file)
    return { sizeBytes: size, etag: `${size.toString(16)}-${mtimeMs}`, modifiedAtMs: mtimeMs }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw toStorageError(error)
  }
}

export async function removeFile(file: string): Promise<void> {
  try {
    await unlink(file)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw toStorageError(error)
  }
}

/** Every file, with its path below the folder in the form of a key. */
export async function* filesBelow(folder: string, prefix: string): AsyncGenerator<{ name: string; file: string }> {
  const entries: Dirent[] = []
  for await (const entry of await orStorageError(opendir(folder))) entries.push(entry)
  for (const entry of entries) {
    const file = path.join(folder, entry.name)
    const name = prefix + entry.name
    if (entry.isDirectory()) yield* filesBelow(file, `${name}/`)
    else yield { name, file }
  }
}
