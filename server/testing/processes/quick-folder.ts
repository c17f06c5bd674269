import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const neededBytes = 4 * 1024 ** 3

/**
 * A folder in memory if that has free space for the tests' databases: some file systems take far longer than the test
 * itself to create and delete the 300 files of a database, or to bring each commit to the disk.
 */
export function quickFolder(): string {
  const folder = '/dev/shm'
  if (!existsSync(folder)) return tmpdir()
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > neededBytes ? folder : tmpdir()
}
