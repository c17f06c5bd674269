import { statfsSync } from 'node:fs'
import { isNoSpace } from './no-space.ts'
import { isPostgresFull } from './postgres.ts'
import { isSqliteFull } from './sqlite.ts'

const nothingBytes = 2 ** 20

/**
 * What to report to the operator when a start or a command ended because a disk is full; undefined for other errors.
 * @param folders where it may have written, the data directory first
 */
export function explainFullDisk(error: unknown, folders: [dataDir: string, ...others: string[]]): string | undefined {
  if (isPostgresFull(error)) return 'The disk of the PostgreSQL server is full. Free some space there and try again.'
  const [dataDir] = folders
  if (isSqliteFull(error, dataDir)) return report([`the data directory ${dataDir}`])
  if (!isNoSpace(error)) return undefined
  const named = error instanceof Error && 'path' in error && typeof error.path === 'string' ? [error.path] : []
  const full = named.length > 0 ? named : folders.filter(isFull)
  return report(full.length > 0 ? full : [`the data directory ${dataDir}`])
}

const report = (places: string[]) =>
  `The disk of ${[...new Set(places)].join(' and of ')} is full. Free some space and try again.`

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize, ffree, files } = statfsSync(folder)
    return bavail * bsize < nothingBytes || (files > 0 && ffree === 0)
  } catch {
    return false
  }
}
