import { hash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import type { Config } from '../../config.ts'

const fileOf = ({ dataDir }: Pick<Config, 'dataDir'>) => path.join(dataDir, 'replica-id')

/**
 * Distinguishes this server from the other replicas of its console, also after a restart. Cloned machines may have the
 * same host name, and a data directory may have been copied, so both count.
 */
export function replicaId(place: Pick<Config, 'dataDir'>): string {
  return hash('sha256', JSON.stringify([hostname(), place.dataDir, readNumber(place)])).slice(0, 16)
}

/** Call it before anything is stored under the id, so that the id does not change. */
export function keepReplicaId(place: Pick<Config, 'dataDir'>): void {
  try {
    writeFileSync(fileOf(place), randomBytes(16).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch {
    // It already exists, or nothing can be written: then the host name has to be enough.
  }
}

function readNumber(place: Pick<Config, 'dataDir'>): string {
  try {
    return readFileSync(fileOf(place), 'utf8')
  } catch {
    return ''
  }
}
