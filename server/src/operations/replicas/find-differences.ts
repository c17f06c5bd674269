import type { Context } from '../../core/context.ts'
import { replicaId } from '../../core/database/replica-id.ts'
import type { ReplicasTable } from '../../core/database/tables/replicas.ts'
import type { HealthCheck } from '../../http/health.ts'
import { listReplicas } from './heartbeat.ts'

const mayBeOffMs = 5_000
/** As long as replacing replicas one after the other may take. */
const mayDifferInVersionMs = 30 * 60_000

/** Whether all running replicas agree with this one. */
export const replicasCheck = (context: Pick<Context, 'db' | 'config' | 'now'>): HealthCheck => ({
  name: 'replicas',
  needsDatabase: true,
  findError: async () => {
    const running = await listReplicas(context)
    const own = running.find(({ id }) => id === replicaId(context.config))
    return own && describeDifferences(own, running, context.now())
  },
})

/** The names of settings in which other replicas differ from this one, never values. Undefined if they agree. */
export function describeDifferences(own: ReplicasTable, running: ReplicasTable[], nowMs: number): string | undefined {
  const lines = running
    .filter(({ id }) => id !== own.id)
    .map((other) => ({ host: other.host, names: findDifferences(own, other, nowMs) }))
    .filter(({ names }) => names.length > 0)
    .map(({ host, names }) => `the replica on ${host} differs in ${names.join(', ')}`)
  return lines.length === 0 ? undefined : lines.join('; ')
}

function findDifferences(own: ReplicasTable, other: ReplicasTable, nowMs: number): string[] {
  const isLongBeside = Math.max(own.startedAtMs, other.startedAtMs) < nowMs - mayDifferInVersionMs
  return [
    ...(other.version !== own.version && isLongBeside ? [`its version (${other.version})`] : []),
    ...(Math.abs(other.clockOffsetMs - own.clockOffsetMs) >= mayBeOffMs ? ['its clock'] : []),
    // With another key every HMAC is different.
    ...(other.keyFingerprint === own.keyFingerprint ? findSettings(own, other) : ['its master key']),
  ]
}

function findSettings(own: ReplicasTable, other: ReplicasTable): string[] {
  const [ours, theirs]: Record<string, string>[] = [JSON.parse(own.settings), JSON.parse(other.settings)]
  // A version may know settings that the other does not.
  return Object.keys(ours ?? {}).filter((name) => theirs?.[name] !== undefined && theirs[name] !== ours?.[name])
}
