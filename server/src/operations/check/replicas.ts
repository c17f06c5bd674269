import type { Config } from '../../core/config.ts'
import { openKeys } from '../../core/crypto/keys.ts'
import { createClock } from '../../core/database/clock.ts'
import { listTables } from '../../core/database/restore-place.ts'
import { describeDifferences } from '../replicas/find-differences.ts'
import { describeReplica, listReplicas } from '../replicas/heartbeat.ts'
import { withDatabase } from './database.ts'
import { failed, type Finding, ok } from './finding.ts'

/** Compares these settings with those of the running servers. */
export async function lookAtReplicas(config: Config): Promise<Omit<Finding, 'part'>[]> {
  const found = await withDatabase(config, async (database) => {
    if (!(await listTables(database)).includes('replicas')) return []
    const { now } = await createClock(database)
    const running = await listReplicas({ ...database, now })
    if (running.length === 0) return []
    const own = describeReplica({ config, keys: openKeys(config), now })
    const differences = describeDifferences(own, running, now())
    return differences === undefined
      ? [ok(`the running servers agree with these settings: ${running.map(({ host }) => host).join(', ')}`)]
      : [failed(`compared with these settings, ${differences}. Give all replicas the same settings`)]
  }).catch(() => [])
  return found ?? []
}
