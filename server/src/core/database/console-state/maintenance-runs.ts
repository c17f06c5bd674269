import type { Config } from '../../config.ts'
import { keepReplicaId, replicaId } from './replica-id.ts'
import { type MaintenanceTask, maintenanceTasks } from '../tables/maintenance.ts'
import type { Db } from '../tables.ts'

type RunContext = { db: Db; config: Pick<Config, 'dataDir'>; now: () => number }

/**
 * Runs a task that proves that data could be restored, and records whether it succeeded or failed, for the metrics of
 * every replica. The result is in the database, because commands are separate processes, perhaps on another machine.
 */
export async function noteRun<T>(place: RunContext, task: MaintenanceTask, work: () => Promise<T>): Promise<T> {
  let result: T
  try {
    result = await work()
  } catch (error) {
    // If recording fails, the system administrator must still see the error of the task itself.
    await note(place, task, 'failedAtMs').catch(() => {})
    throw error
  }
  await note(place, task, 'succeededAtMs')
  return result
}

async function note(
  { db, config, now }: RunContext,
  task: MaintenanceTask,
  column: 'succeededAtMs' | 'failedAtMs',
): Promise<void> {
  const atMs = now()
  keepReplicaId(config)
  await db
    .insertInto('maintenanceRuns')
    .values({ task, replica: replicaId(config), sinceMs: atMs, [column]: atMs })
    .onConflict((conflict) => conflict.columns(['task', 'replica']).doUpdateSet({ [column]: atMs }))
    .execute()
}

/** How long a failure counts if the same replica does not repeat it: the replica may no longer exist. */
const failureCountsMs = 15 * 24 * 3_600_000

/**
 * For each task, when it last succeeded on any replica (before that, since when it could have), and whether it fails on
 * any replica.
 */
export async function listMaintenance({ db, now }: Pick<RunContext, 'db' | 'now'>) {
  const rows = await db.selectFrom('maintenanceRuns').selectAll().execute()
  return maintenanceTasks.map((task) => {
    const runs = rows.filter((row) => row.task === task)
    // Both are the same if a clock was ahead: then it is unknown which was last.
    const failed = runs.filter(({ failedAtMs, succeededAtMs }) => (failedAtMs ?? -1) >= (succeededAtMs ?? 0))
    const succeeded = runs.flatMap(({ succeededAtMs }) => succeededAtMs ?? [])
    return {
      task,
      succeededAtMs: Math.max(...(succeeded.length > 0 ? succeeded : runs.map(({ sinceMs }) => sinceMs))),
      // One replica's success does not disprove another's failure, because each verifies against its own checkpoints.
      hasFailed: failed.some(({ failedAtMs }) => (failedAtMs ?? 0) > now() - failureCountsMs),
    }
  })
}
