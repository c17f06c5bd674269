import { isDiskFull } from '../../disk/no-space.ts'

/** Whether SQLite reports this result code. */
export const hasSqliteCode = (error: unknown, code: number): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === code

const full = 13
/** A read failed, or returned too little. The disk is damaged. */
const failedReads = [266, 522, 8458]
/** `SQLITE_READONLY` and `SQLITE_IOERR`, in the lowest byte of their extended codes. */
const rejected = [8, 10]

export const isFailedRead = (error: unknown): boolean => failedReads.some((code) => hasSqliteCode(error, code))

/** Whether the disk has rejected a write: it has failed, or its file system is read-only. */
export const isFailedWrite = (error: unknown): error is Error =>
  error instanceof Error &&
  'errcode' in error &&
  rejected.includes(Number(error.errcode) & 0xff) &&
  !isFailedRead(error)

/** A write, sync, truncation or mapping failed. SQLite does not report why; it may be a quota. */
const failedWrites = [778, 1034, 1546, 4874, 5386]

/** Whether SQLite could not write because the disk of this folder is full. */
export function isSqliteFull(error: unknown, folder: string): boolean {
  if (hasSqliteCode(error, full)) return true
  return failedWrites.some((code) => hasSqliteCode(error, code)) && isDiskFull(folder)
}
