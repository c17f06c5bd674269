import { hostname } from 'node:os'
import type { Config } from '../../core/config.ts'
import type { MasterKey } from '../../core/crypto/keys.ts'
import { keepReplicaId, replicaId } from '../../core/database/replica-id.ts'
import type { ReplicasTable } from '../../core/database/tables/replicas.ts'
import type { Db } from '../../core/database/tables.ts'
import { version } from '../../core/settings/version.ts'
import { hideSettings } from './shared-settings.ts'

type Place = { db: Db; config: Config; keys: MasterKey; now: () => number }

export const beatEveryMs = 30_000
/** A server that was not seen for this long has ended. */
const liveMs = 120_000

/** The current row of this process. */
export function createRow({ config, keys, now }: Omit<Place, 'db'>, startedAtMs = now()): ReplicasTable {
  return {
    id: replicaId(config),
    host: `${hostname()} at ${joinPlace(config)}`,
    version,
    startedAtMs,
    seenAtMs: now(),
    clockOffsetMs: Math.round(now() - Date.now()),
    keyFingerprint: keys.fingerprint,
    settings: hideSettings(config, keys),
  }
}

/** Announces this server to the other replicas. */
export function createHeartbeat(context: Place) {
  const { db, config, now } = context
  keepReplicaId(config)
  const first = createRow(context)
  return {
    async beat(): Promise<void> {
      const row = { ...first, seenAtMs: now(), clockOffsetMs: Math.round(now() - Date.now()) }
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
export const listReplicas = ({ db, now }: Pick<Place, 'db' | 'now'>): Promise<ReplicasTable[]> =>
  db
    .selectFrom('replicas')
    .selectAll()
    .where('seenAtMs', '>', now() - liveMs)
    // A clock that was far ahead must not keep its row alive.
    .where('seenAtMs', '<', now() + liveMs)
    .orderBy('id')
    .execute()

const joinPlace = ({ host, port }: Config) => `${host.includes(':') ? `[${host}]` : host}:${port}`
