import { randomBytes } from 'node:crypto'
import type { Db } from './tables.ts'

const trialId = 1
/** More than a page, so that the database has to grow. */
const trialBytes = 32 * 1024

/** Remembers whether the database had room for its last write. */
export function createRoom(isFull: (error: unknown) => boolean) {
  let hadRoom = true
  return {
    noteError(error: unknown): void {
      if (isFull(error)) hadRoom = false
    },

    /** After a write that found no room it tries one of its own, because nobody else may be writing. */
    async hasRoom(db: Db): Promise<boolean> {
      if (hadRoom) return true
      try {
        await writeTrial(db)
        hadRoom = true
      } catch (error) {
        if (!isFull(error)) throw error
      }
      return hadRoom
    },
  }
}

async function writeTrial(db: Db): Promise<void> {
  const content = randomBytes(trialBytes).toString('hex')
  await db
    .insertInto('roomTrial')
    .values({ id: trialId, content })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ content }))
    .execute()
}
