import { createTable } from './create-table.ts'

/** A row for each running server, with which the others notice that it differs. It contains no value of a setting. */
export type ReplicasTable = {
  /** See `replicaId`. */
  id: string
  /** The host name of its machine, and the address and port on which it listens. */
  host: string
  version: string
  startedAtMs: number
  seenAtMs: number
  /** How far the database's clock is ahead of its machine's. */
  clockOffsetMs: number
  /** The fingerprint of its master key. */
  keyFingerprint: string
  /** See `hideSettings`. */
  settings: string
  /** The last entry of the audit log that it saw committed. Null before the first one, and for 1.0.0. */
  auditSequence?: number | null | undefined
  auditHash?: string | null | undefined
}

export const replicaTables: string[] = [
  createTable<ReplicasTable>('replicas', {
    id: 'text primary key',
    host: 'text not null',
    version: 'text not null',
    startedAtMs: 'bigint not null',
    seenAtMs: 'bigint not null',
    clockOffsetMs: 'bigint not null',
    keyFingerprint: 'text not null',
    settings: 'text not null',
    auditSequence: 'bigint',
    auditHash: 'text',
  }),
]
