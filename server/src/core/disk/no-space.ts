import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { errorCode } from './error-code.ts'

/** Disk full, quota exceeded, file size limit: in all three cases there is no space left. */
const codes = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** Whether the operating system rejected a write for lack of space. */
export const isNoSpace = (error: unknown): boolean => codes.includes(errorCode(error))

/** The operating system reports the file only when it opens it, not when it writes. */
export class NoSpaceError extends Error {
  readonly code = 'ENOSPC'
  readonly path: string

  constructor(folder: string, cause: unknown) {
    super(`There is no space left on the disk of ${folder}.`, { cause })
    this.path = folder
  }
}

/** Names the folder into which some work writes if its disk is full. */
export async function namingFullDisk<T>(folder: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isNoSpace(error) && !(error instanceof NoSpaceError) ? new NoSpaceError(folder, error) : error
  }
}

const trialBytes = 64 * 1024

/** Tries to write a file in a folder, because the database does not report whether a full disk made a write fail. */
export function isDiskFull(folder: string): boolean {
  const file = path.join(folder, `.trial-${process.pid}`)
  try {
    const handle = openSync(file, 'wx', 0o600)
    try {
      const written = writeSync(handle, Buffer.alloc(trialBytes))
      fsyncSync(handle)
      return written < trialBytes
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    return isNoSpace(error)
  } finally {
    rmSync(file, { force: true })
  }
}
