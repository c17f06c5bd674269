import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Config } from '../config.ts'
import { isDiskFull, isNoSpace } from '../disk/no-space.ts'
import { isSqliteFull } from '../database/sqlite/result-codes.ts'
import { isPostgresFull } from '../database/postgres/postgres.ts'
import { nameDatabase } from '../database/upgrade/require-made.ts'
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
  const dataDirectory = `the data directory ${config.dataDir}`
  if (isSqliteFull(error, config.dataDir))
    // It also writes temporary files elsewhere, and does not report which write failed.
    return isDiskFull(config.dataDir) || !isFull(tmpdir()) ? report([dataDirectory]) : report([tmpdir()])
  if (!isNoSpace(error)) return undefined
  if (error instanceof Error && 'path' in error && typeof error.path === 'string') return report([error.path])
  const full = [config.dataDir, config.auditProofDir, tmpdir()].filter(isFull)
  if (full.length > 0) return report(full)
  return `A disk is full, or a quota is used up: that of ${dataDirectory}, of ${config.auditProofDir} or of ${tmpdir()}. Free up space and try again.`
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
