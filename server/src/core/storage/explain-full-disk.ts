import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Config } from '../config.ts'
import { isNoSpace } from '../database/no-space.ts'
import { isPostgresFull } from '../database/postgres.ts'
import { nameDatabase } from '../database/require-made.ts'
import { isSqliteFull } from '../database/sqlite.ts'
import { nameStorage } from '../settings/storage.ts'
import { StorageFullError } from './errors.ts'

type Where = Pick<Config, 'dataDir' | 'auditProofDir' | 'databaseUrl' | 'storage'>

const nothingBytes = 2 ** 20

/**
 * What to report to the system administrator if something failed because a disk is full; undefined for other errors.
 */
export function explainFullDisk(error: unknown, config: Where): string | undefined {
  if (error instanceof StorageFullError)
    return `The file storage ${nameStorage(config.storage)} has no space left. Free up space and try again.`
  if (isPostgresFull(error)) return report([`the ${nameDatabase(config)}`])
  if (isSqliteFull(error, config.dataDir)) return report([`the data directory ${config.dataDir}`])
  if (!isNoSpace(error)) return undefined
  const named = error instanceof Error && 'path' in error && typeof error.path === 'string' ? [error.path] : []
  const full = named.length > 0 ? named : [config.dataDir, config.auditProofDir, tmpdir()].filter(isFull)
  return report(full.length > 0 ? full : [`the data directory ${config.dataDir}`])
}

const report = (places: string[]) =>
  `The disk of ${[...new Set(places)].join(' and of ')} is full. Free up space and try again.`

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize, ffree, files } = statfsSync(folder)
    return bavail * bsize < nothingBytes || (files > 0 && ffree === 0)
  } catch {
    return false
  }
}
