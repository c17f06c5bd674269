import { hash } from 'node:crypto'
import { hostname } from 'node:os'
import type { Config } from '../config.ts'

/** Tells this server from the others of its console, also after it was started again: by its machine and data directory. */
export const replicaId = ({ dataDir }: Pick<Config, 'dataDir'>): string =>
  hash('sha256', JSON.stringify([hostname(), dataDir])).slice(0, 16)
