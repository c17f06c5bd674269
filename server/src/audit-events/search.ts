import type { Context } from '../context.ts'
import { type EventQuestion, findEvents, type FoundEvents } from './find-events.ts'
import { postgresIndex } from './postgres.ts'

const sqliteSearch = new URL('./sqlite.ts', import.meta.url)

/** One page of the audit log; see `findEvents`. */
export async function searchEvents(
  { db, engine, audit }: Pick<Context, 'db' | 'engine' | 'audit'>,
  question: EventQuestion,
): Promise<FoundEvents> {
  const { subject, text } = question.filter
  if (subject !== undefined || text !== undefined) await audit.catchUp()
  return engine.readLong(sqliteSearch, question, () => findEvents(postgresIndex(db), question))
}
