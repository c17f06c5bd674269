import { isDiskFull } from '../../disk/no-space.ts'

/** Whether SQLite reports this result code. */
export const hasSqliteCode = (error: unknown, code: number): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === code

const full = 13
/** A write, sync, truncation or mapping failed. SQLite does not report why; it may be a quota. */
const failedWrites = [778, 1034, 1546, 4874, 5386]

/** Whether SQLite could not write because the disk of this folder is full. */
export function isSqliteFull(error: unknown, folder: string): boolean {
  if (hasSqliteCode(error, full)) return true
  return failedWrites.some((code) => hasSqliteCode(error, code)) && isDiskFull(folder)
}
