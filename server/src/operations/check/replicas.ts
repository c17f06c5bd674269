import type { Config } from '../../core/config.ts'
import { openKeys } from '../../core/crypto/keys.ts'
import { createClock } from '../../core/database/clock.ts'
import { listTables } from '../../core/database/upgrade/restore-place.ts'
import { describeLoser, describeReplica, findDifferences, toText } from '../replicas/find-differences.ts'
import { createRow, findLosers, listReplicas } from '../replicas/heartbeat.ts'
import { withDatabase } from './database.ts'
import { failed, ok, warning, type Result } from './finding.ts'

/** Compares these settings with those of the running servers, also while they are being changed. */
export async function lookAtReplicas(config: Config): Promise<Result[]> {
  const found = await withDatabase(config, async (database) => {
    if (!(await listTables(database)).includes('replicas')) return []
    const { now } = await createClock(database)
    const running = await listReplicas({ ...database, now })
    if (running.length === 0) return []
    const own = createRow({ config, keys: openKeys(config), now })
    const losers = await findLosers(database.db, running)
    const lines = running.map((other) => {
      const name = describeReplica(other, running)
      const differences = findDifferences(own, other, Infinity)
      if (differences.length === 0) return ok(`${name} agrees with these settings`)
      const what = toText(differences)
      // After a change of the settings, this is expected until the restart.
      return other.id === own.id
        ? warning(`${name} is the server of this machine, which runs with an earlier state of ${what}: restart it`)
        : failed(`compared with these settings, ${name} differs in ${what}`)
    })
    return [...lines, ...losers.map((loser) => failed(describeLoser(loser, running)))]
    // A missing key is reported by another check.
  }).catch(() => [])
  return found ?? []
}
