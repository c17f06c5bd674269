import type { Queries } from './queries.ts'
import type { Db } from './tables.ts'

/**
 * A long read. On SQLite, where it would block the main thread, it runs in a thread with a read-only connection;
 * `reading-thread.ts` lists everything that it can do. On PostgreSQL it runs directly.
 */
export type ReadingTask<Question, Answer> = {
  name: string
  /** @param question plain data, which can be sent to a thread; so can the result */
  read(db: Db, question: Question, queries: Queries): Promise<Answer>
}
