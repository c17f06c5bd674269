import { writeTrial } from '../free-space.ts'
import type { Db } from '../tables.ts'
import { isFailedWrite } from './result-codes.ts'

/** Remembers that the disk has rejected a write, until it accepts one. Reads may still succeed. */
export function watchWrites(isFull: (error: unknown) => boolean) {
  let met: Error | undefined
  function noteError(error: unknown): void {
    if (isFailedWrite(error) && !isFull(error)) met = error
  }
  return {
    noteError,
    async find(db: Db): Promise<Error | undefined> {
      if (met === undefined) return undefined
      try {
        await writeTrial(db)
        met = undefined
      } catch (error) {
        // A full disk is reported as such.
        if (isFull(error)) met = undefined
        else if (!isFailedWrite(error)) throw error
      }
      return met
    },
  }
}
