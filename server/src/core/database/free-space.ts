import { randomBytes } from 'node:crypto'
import type { Db } from './tables.ts'

const trialId = 1
/** This is more than a page, so that the database has to grow. */
const trialBytes = 32 * 1024

/** Remembers whether the database had free space for its last write. */
export function watchFreeSpace(isFull: (error: unknown) => boolean) {
  let hadFreeSpace = true
  return {
    noteError(error: unknown): void {
      if (isFull(error)) hadFreeSpace = false
    },

    /** After a write that found no free space it tries a separate write, because no one else may be writing. */
    async hasFreeSpace(db: Db): Promise<boolean> {
      if (hadFreeSpace) return true
      try {
        await writeTrial(db)
        hadFreeSpace = true
      } catch (error) {
        if (!isFull(error)) throw error
      }
      return hadFreeSpace
    },
  }
}

/** Writes something without a meaning, to find out whether that is possible. */
export async function writeTrial(db: Db): Promise<void> {
  const content = randomBytes(trialBytes).toString('hex')
  await db
    .insertInto('roomTrial')
    .values({ id: trialId, content })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ content }))
    .execute()
}
