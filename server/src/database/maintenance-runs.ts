import type { MaintenanceTask } from './tables/maintenance.ts'
import type { Db } from './tables.ts'

type Place = { db: Db; now: () => number }

/**
 * Does what proves that data could be had back, and notes when it succeeded or failed, for the metrics of every replica.
 * In the database, because the commands are processes of their own, perhaps on another machine.
 */
export async function noteRun<T>(place: Place, task: MaintenanceTask, work: () => Promise<T>): Promise<T> {
  let result: T
  try {
    result = await work()
  } catch (error) {
    // Whatever hinders the note, the failure itself is what the operator must read.
    await note(place, task, 'failedAtMs').catch(() => {})
    throw error
  }
  await note(place, task, 'succeededAtMs')
  return result
}

async function note({ db, now }: Place, task: MaintenanceTask, column: 'succeededAtMs' | 'failedAtMs'): Promise<void> {
  await db
    .updateTable('maintenanceRuns')
    .set({ [column]: now() })
    .where('task', '=', task)
    .execute()
}
