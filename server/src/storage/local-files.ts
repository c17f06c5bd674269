import type { Dirent } from 'node:fs'
import { type FileHandle, open, opendir, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { drainInPieces } from './drain-in-pieces.ts'
import { StorageFullError } from './errors.ts'
import type { ObjectHead } from './storage.ts'

const pieceBytes = 1024 * 1024

type Place = {
  offset: number
  maxBytes: number
  /** Asked before each piece, because nobody may have told how long the stream is. @throws when it must not be written */
  expectSpace: (bytes: number) => Promise<void>
}

/** Writes a stream into a file from an offset on, never past `maxBytes`, and returns once it is safe on the disk. */
export async function writeStream(file: FileHandle, body: Readable, place: Place, onTooLarge: () => Error) {
  const written = await drainInPieces(
    body,
    { pieceBytes, piecesInFlight: 1, maxBytes: place.maxBytes },
    onTooLarge,
    async (piece, offset) => {
      await place.expectSpace(piece.length)
      await writeWhole(file, piece, place.offset + offset)
    },
  )
  await orFull(file.datasync())
  return written
}

async function writeWhole(file: FileHandle, piece: Buffer, position: number): Promise<void> {
  for (let done = 0; done < piece.length;) {
    // A disk that fills up takes a part of the bytes first; the error comes with the next attempt.
    const { bytesWritten } = await orFull(file.write(piece, done, piece.length - done, position + done))
    done += bytesWritten
  }
}

/** A name in a folder is safe on the disk only when the folder is. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and keeps their entries safe by itself.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await orFull(handle.sync())
  } finally {
    await handle.close()
  }
}

/** Disk, quota and limit on the size of files: all three mean that no more fits. */
export async function orFull<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(errorCode(error)) ? new StorageFullError(error) : error
  }
}

export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

export async function headOf(file: string): Promise<ObjectHead | null> {
  try {
    const { size, mtimeMs } = await stat(file)
    return { sizeBytes: size, etag: `${size.toString(16)}-${mtimeMs}`, modifiedAtMs: mtimeMs }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

export async function removeFile(file: string): Promise<void> {
  try {
    await unlink(file)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
}

/** Every file with its name as a key would have it. */
export async function* filesBelow(folder: string, prefix: string): AsyncGenerator<{ name: string; file: string }> {
  const entries: Dirent[] = []
  for await (const entry of await opendir(folder)) entries.push(entry)
  for (const entry of entries) {
    const file = path.join(folder, entry.name)
    const name = prefix + entry.name
    if (entry.isDirectory()) yield* filesBelow(file, `${name}/`)
    else yield { name, file }
  }
}
