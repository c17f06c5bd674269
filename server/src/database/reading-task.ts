import type { Db } from './tables.ts'

/**
 * A long read. On SQLite, where it would block the main thread, a thread with its own read-only connection does it;
 * `reading-thread.ts` lists all that it can do. On PostgreSQL it is done at once.
 */
export type ReadingTask<Question, Answer> = {
  name: string
  /** @param question plain data, which can be sent to a thread, as can the answer */
  read(db: Db, question: Question, engine: 'sqlite' | 'postgres'): Promise<Answer>
}
