import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { errorCode } from './error-code.ts'

/** A file that is not what was expected: the message is the end of a sentence that begins with its name. */
export class UnreadableFileError extends Error {}

/**
 * Opens a file in a folder that others may be able to write to. A link leads elsewhere, and a device or a pipe may have
 * no end, or make the program wait forever.
 * @throws UnreadableFileError if it is anything but a file
 */
export async function openOrdinaryFile(file: string, flags = constants.O_RDONLY): Promise<FileHandle> {
  const handle = await open(file, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o600).catch(
    (error: unknown) => {
      // ELOOP is a link, and ENXIO a pipe that no one reads, or a socket.
      throw ['ELOOP', 'ENXIO'].includes(errorCode(error)) ? notAFile() : error
    },
  )
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw notAFile()
}

const notAFile = () => new UnreadableFileError('it is not a file')

/**
 * Reads a whole file in a folder that others may be able to write to.
 * @throws UnreadableFileError if it is longer, or anything but a file
 */
export async function readOrdinaryFile(file: string, mostBytes: number): Promise<string> {
  await using handle = await openOrdinaryFile(file)
  return await readBounded(handle, mostBytes)
}

/**
 * Reads a file that a system administrator specifies. It may be a link, or a pipe such as the shell's `<(…)`.
 * @throws Error if it is longer
 */
export async function readSpecifiedFile(file: string, mostBytes: number): Promise<string> {
  await using handle = await open(file)
  return await readBounded(handle, mostBytes).catch((error: unknown) => {
    throw error instanceof UnreadableFileError ? new Error(`${file} cannot be used: ${error.message}.`) : error
  })
}

async function readBounded(handle: FileHandle, mostBytes: number): Promise<string> {
  const tooLong = new UnreadableFileError(`it is longer than ${mostBytes / 2 ** 20} MiB`)
  if ((await handle.stat()).size > mostBytes) throw tooLong
  // It may also grow while it is read, and a device has no size.
  const content = await buffer(handle.createReadStream({ end: mostBytes, autoClose: false }))
  if (content.length > mostBytes) throw tooLong
  return content.toString('utf8')
}
