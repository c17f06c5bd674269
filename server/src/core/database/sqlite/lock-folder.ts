import { closeSync, lstatSync, openSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { errorCode } from '../../disk/error-code.ts'
import { hasSqliteCode, isSqliteFull } from './result-codes.ts'
import { NoSpaceError } from '../../disk/no-space.ts'

const lockFile = 'server.lock'
/** For a process that only checks whether a server is running. */
const timeoutMs = 200
const busy = 5

/**
 * Locks a folder until the lock is closed or the process ends, even by a kill, because the operating system holds the
 * lock.
 * @returns undefined if another process holds it
 */
export function lockFolder(folder: string): DatabaseSync | undefined {
  const file = path.join(folder, lockFile)
  makeFile(file)
  const lock = new DatabaseSync(file, { timeout: timeoutMs })
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if (hasSqliteCode(error, busy)) return undefined
    // A lock is a file as well.
    throw isSqliteFull(error, folder) ? new NoSpaceError(folder, error) : error
  }
}

/** SQLite itself would follow a link that another user has put there, and lock its target. */
function makeFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    if (!lstatSync(file).isFile()) throw new Error(`${file} is not a file. Remove it.`)
  }
}

/** Whether a process holds the lock of the folder. */
export function isFolderLocked(folder: string): boolean {
  using lock = new DatabaseSync(path.join(folder, lockFile), { timeout: 0 })
  try {
    lock.exec('SELECT * FROM sqlite_schema')
    return false
  } catch {
    return true
  }
}
