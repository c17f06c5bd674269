import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../core/context.ts'
import { nameStorage } from '../../../core/settings/storage.ts'
import { toObjectKey } from '../../../core/storage/object-key.ts'
import type { HealthCheck } from '../../../http/health.ts'
import { listCurrentObjects } from '../versions/store.ts'
import { findWrongStorage, type StorageContext } from './claim-storage.ts'
import { sweepProblems } from './owner.ts'

const lookEveryMs = 30_000
const waitMs = 500

/** Whether the file storage is the one of this database, still has the current files, and can be used. */
export const storageCheck = (context: StorageContext & Pick<Context, 'now'>): HealthCheck => {
  const { storage, now } = context
  let last: { atMs: number; loss: string | undefined } | undefined
  let looking: Promise<string | undefined> | undefined

  function findLoss(): Promise<string | undefined> {
    if (last !== undefined && Math.abs(now() - last.atMs) < lookEveryMs) return Promise.resolve(last.loss)
    looking ??= look().finally(() => (looking = undefined))
    return looking
  }

  /** A failure is not kept, because it says nothing about the objects. */
  async function look(): Promise<string | undefined> {
    const loss = await findLostStorage(context)
    last = { atMs: now(), loss }
    return loss
  }

  return {
    name: 'storage',
    findError: async () => {
      // The database may be unavailable or slow. The storage’s own check reports whether the storage is.
      const looked = findLoss().catch(() => undefined)
      const loss = await Promise.race([looked, sleep(waitMs, undefined, { ref: false })])
      // That check also writes a small object, which must not get into another storage.
      return loss ?? (await storage.check())
    },
  }
}

/**
 * Whether the last sweep could remove objects. Its problem counts until the next one, unless the storage is the right
 * one again.
 */
export const sweepCheck = (context: StorageContext): HealthCheck => ({
  name: 'sweep',
  needsDatabase: true,
  findError: async () => {
    const problems = context.db.selectFrom('bucketState').select('sweepProblem').where('sweepProblem', 'is not', null)
    const problem = (await problems.executeTakeFirst())?.sweepProblem
    if (problem === undefined) return undefined
    return problem === 'too_much_unknown' ? sweepProblems[problem] : findWrongStorage(context)
  },
})

/** Why the storage is not the one of the database, or which current file it has lost. */
export async function findLostStorage(context: StorageContext): Promise<string | undefined> {
  return (await findWrongStorage(context)) ?? (await findLostObject(context))
}

/** Looks at one known object of each type. */
async function findLostObject({ db, storage, config }: StorageContext): Promise<string | undefined> {
  for (const { type, number, objectKey } of await listCurrentObjects(db))
    if ((await storage.head(toObjectKey(objectKey))) === null)
      return `version ${number} of the .${type} file is missing from the file storage ${nameStorage(config.storage)}`
  return undefined
}
