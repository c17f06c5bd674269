import { sql } from 'kysely'
import type { ReadingTask } from '../reading-task.ts'
import { isFailedRead } from './result-codes.ts'
import type { SqliteReader } from './reader.ts'
import type { Db } from '../tables.ts'

/** `SQLITE_CORRUPT` and `SQLITE_NOTADB`, in the lowest byte of their extended codes. */
const damaged = [11, 26]

const isDamage = (error: unknown): error is Error =>
  error instanceof Error &&
  'errcode' in error &&
  (damaged.includes(Number(error.errcode) & 0xff) || isFailedRead(error))

/** What a check of each page finds; undefined if nothing is damaged. */
export async function findDamage(db: Db): Promise<string | undefined> {
  try {
    const { rows } = await sql<{ quickCheck: string }>`pragma quick_check(1)`.execute(db)
    // Its first line contains the database.
    const finding = rows[0]?.quickCheck.split('\n').at(-1)
    return finding === 'ok' ? undefined : finding
  } catch (error) {
    if (isDamage(error)) return error.message
    throw error
  }
}

export const findDamageTask: ReadingTask<null, string | undefined> = {
  name: 'find damage',
  read: (db) => findDamage(db),
}

const everyMs = 60_000

/** Remembers the damage that the server has met, until a check in a thread finds none. */
export function watchDamage(checker: Pick<SqliteReader, 'read'>, now = () => performance.now()) {
  let met: string | undefined
  let checkedAt = -Infinity
  let isChecking = false

  async function check(): Promise<void> {
    isChecking = true
    met = await checker.read(findDamageTask, null).catch((error: Error) => error.message)
    checkedAt = now()
    isChecking = false
  }

  return {
    noteError(error: unknown): void {
      if (isDamage(error)) met ??= error.message
    },
    /** Returns the damage that was found, and begins to check whether it is still there, at most once a minute. */
    find(): string | undefined {
      if (met !== undefined && !isChecking && now() - checkedAt >= everyMs) void check()
      return met
    },
  }
}
