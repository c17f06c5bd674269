import { hostname } from 'node:os'
import { hasEntry } from '../../core/audit/end-watch.ts'
import type { AuditLog } from '../../core/audit/store.ts'
import type { Config } from '../../core/config.ts'
import type { MasterKey } from '../../core/crypto/keys.ts'
import { keepReplicaId, replicaId } from '../../core/database/console-state/replica-id.ts'
import type { ReplicasTable } from '../../core/database/tables/replicas.ts'
import type { Db } from '../../core/database/tables.ts'
import { version } from '../../core/settings/version.ts'
import { hideSettings } from './shared-settings.ts'

type ReplicaContext = { db: Db; config: Config; keys: MasterKey; now: () => number }
type Beating = ReplicaContext & { audit: Pick<AuditLog, 'lastSeen'> }

export const beatEveryMs = 30_000
/** A server that was not seen for this long has ended. */
const liveMs = 120_000

/** The current row of this process. */
export function createRow({ config, keys, now }: Omit<ReplicaContext, 'db'>): ReplicasTable {
  return {
    id: replicaId(config),
    host: `${hostname()} at ${joinPlace(config)}`,
    version,
    startedAtMs: now(),
    seenAtMs: now(),
    clockOffsetMs: Math.round(now() - Date.now()),
    keyFingerprint: keys.fingerprint,
    settings: hideSettings(config, keys),
  }
}

/** Announces this server to the other replicas. */
export function createHeartbeat(context: Beating) {
  const { db, config, now, audit } = context
  keepReplicaId(config)
  const first = createRow(context)
  return {
    async beat(): Promise<void> {
      const seen = audit.lastSeen()
      const row = {
        ...first,
        seenAtMs: now(),
        clockOffsetMs: Math.round(now() - Date.now()),
        auditSequence: seen?.sequence ?? null,
        auditHash: seen?.hash ?? null,
      }
      await db
        .insertInto('replicas')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute()
      await db
        .deleteFrom('replicas')
        .where('seenAtMs', '<', now() - 5 * liveMs)
        .execute()
    },
    /** Removes the row, because the server stops and must not be reported as missing. */
    async leave(): Promise<void> {
      await db.deleteFrom('replicas').where('id', '=', first.id).execute()
    },
  }
}

/** The running servers. */
export const listReplicas = ({ db, now }: Pick<ReplicaContext, 'db' | 'now'>): Promise<ReplicasTable[]> =>
  db
    .selectFrom('replicas')
    .selectAll()
    .where('seenAtMs', '>', now() - liveMs)
    // A clock that was far ahead must not keep its row alive.
    .where('seenAtMs', '<', now() + liveMs)
    .orderBy('id')
    .execute()

/** The replicas that have seen an entry committed which the audit log no longer contains. */
export async function findLosers(db: Db, running: readonly ReplicasTable[]): Promise<ReplicasTable[]> {
  const losers: ReplicasTable[] = []
  for (const replica of running) {
    const { auditSequence: sequence, auditHash: hash } = replica
    if (typeof sequence === 'number' && typeof hash === 'string' && !(await hasEntry(db, { sequence, hash })))
      losers.push(replica)
  }
  return losers
}

const joinPlace = ({ host, port }: Config) => `${host.includes(':') ? `[${host}]` : host}:${port}`
