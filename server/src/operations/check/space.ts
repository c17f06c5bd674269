import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Config } from '../../core/config.ts'
import { withDatabase } from './database.ts'
import { failed, ok, warning, type Result } from './finding.ts'

/** Below this limit uploads are rejected, to leave the rest to the database. */
const reservedBytes = 128 * 2 ** 20

/** The free space of each folder that the server writes to, and the size of a database elsewhere. */
export async function lookAtSpace(config: Config): Promise<Result[]> {
  const largest = config.storage.kind === 'local' ? config.maxFileBytes : 0
  const lines = [
    await lookAtDisk('DATA_DIR', config.dataDir, largest),
    await lookAtDisk('AUDIT_PROOF_DIR', config.auditProofDir, 0),
    await lookAtDisk('the folder for temporary files', tmpdir(), config.importMaxBytes),
  ]
  if (config.databaseUrl === undefined) return lines
  const size = await withDatabase(config, ({ db, engine }) => engine.readSize(db)).catch(() => undefined)
  return size === undefined
    ? lines
    : [...lines, ok(`the database has ${inGigabytes(size)}; watch the disk of its server`)]
}

async function lookAtDisk(name: string, folder: string, wantedBytes: number): Promise<Result> {
  const place = findExisting(folder)
  const { bavail, bsize, files, ffree } = await statfs(place)
  const free = bavail * bsize
  const text = `${name} ${folder} has ${inGigabytes(free)} free`
  if (files > 0 && ffree === 0) return failed(`the file system of ${place} accepts no more files (inodes). Remove some`)
  if (free < reservedBytes) return failed(`${text}: this is too little to work. Free up space`)
  if (free < wantedBytes + reservedBytes) return warning(`${text}: the largest file does not fit. Free up space`)
  return ok(text)
}

const findExisting = (folder: string): string => (existsSync(folder) ? folder : findExisting(path.dirname(folder)))

const inGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
