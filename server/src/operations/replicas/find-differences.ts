import type { Context } from '../../core/context.ts'
import { replicaId } from '../../core/database/console-state/replica-id.ts'
import type { ReplicasTable } from '../../core/database/tables/replicas.ts'
import type { HealthCheck } from '../../http/health.ts'
import { findLosers, listReplicas } from './heartbeat.ts'
import { findDifferingSettings } from './shared-settings.ts'

const mayBeOffMs = 5_000
/** As long as changing the settings of replicas one after the other may take. */
const mayDifferInSettingsMs = 10 * 60_000
/** As long as replacing replicas one after the other may take. */
const mayDifferInVersionMs = 30 * 60_000

/** Whether all running replicas agree with this one. */
export const replicasCheck = (context: Pick<Context, 'db' | 'config' | 'now'>): HealthCheck => ({
  name: 'replicas',
  needsDatabase: true,
  findError: async () => {
    const running = await listReplicas(context)
    const own = running.find(({ id }) => id === replicaId(context.config))
    if (own === undefined) return undefined
    const others = running.filter(({ id }) => id !== own.id)
    const lines = others.flatMap((other) => {
      const besideMs = context.now() - Math.max(own.startedAtMs, other.startedAtMs)
      const found = findDifferences(own, other, besideMs)
      return found.length === 0 ? [] : [`${describeReplica(other, running)} differs in ${toText(found)}`]
    })
    for (const loser of await findLosers(context.db, others)) lines.push(describeLoser(loser, running))
    return lines.length === 0 ? undefined : lines.join('; ')
  },
})

type Difference = { what: string; fix: string }

/**
 * What two replicas differ in, never with values of settings.
 * @param besideMs how long both have been running: during a change, replicas differ for a while
 */
export function findDifferences(own: ReplicasTable, other: ReplicasTable, besideMs: number): Difference[] {
  const isVersion = other.version !== own.version && besideMs > mayDifferInVersionMs
  const isClock = Math.abs(other.clockOffsetMs - own.clockOffsetMs) >= mayBeOffMs
  // With another key every HMAC is different.
  const isKey = other.keyFingerprint !== own.keyFingerprint
  const names = isKey || besideMs < mayDifferInSettingsMs ? [] : findDifferingSettings(own.settings, other.settings)
  return [
    ...(isVersion ? [{ what: `its version (${other.version})`, fix: 'install the same version on both' }] : []),
    ...(isClock ? [{ what: 'its clock', fix: 'set the clock: synchronise both machines with NTP' }] : []),
    ...(isKey ? [{ what: 'its master key', fix: 'copy the key to the one that has another' }] : []),
    ...(names.length > 0 ? [{ what: names.join(', '), fix: 'give both the same settings, and restart them' }] : []),
  ]
}

/** Distinguishes the replica from others on the same machine, or on machines with the same name. */
export function describeReplica({ id, host, startedAtMs }: ReplicasTable, running: readonly ReplicasTable[]): string {
  const number = running.findIndex((each) => each.id === id) + 1
  return `replica ${number} of ${running.length} (${host}, since ${new Date(startedAtMs).toISOString()})`
}

/** What a replica knows that the database no longer does. */
export const describeLoser = (replica: ReplicasTable, running: readonly ReplicasTable[]) =>
  `${describeReplica(replica, running)} has committed entry ${replica.auditSequence} of the audit log, which the database has lost. ` +
  `See "A failover that loses changes" in docs/operations/backup.md`

/** With what to do about each. */
export const toText = (found: readonly Difference[]) => found.map(({ what, fix }) => `${what} (${fix})`).join(' and ')
