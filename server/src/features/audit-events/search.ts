import type { Context } from '../../core/context.ts'
import type { ReadingTask } from '../../core/database/reading-task.ts'
import { type EventQuestion, findEvents, type FoundEvents } from './find-events.ts'
import { postgresIndex } from './postgres.ts'
import { sqliteIndex } from './sqlite.ts'

export const searchEventsTask: ReadingTask<EventQuestion, FoundEvents> = {
  name: 'search-events',
  read: (db, question, engine) => findEvents(engine === 'sqlite' ? sqliteIndex(db) : postgresIndex(db), question),
}

/** One page of the audit log; see `findEvents`. */
export async function searchEvents(
  { db, engine, audit }: Pick<Context, 'db' | 'engine' | 'audit'>,
  question: EventQuestion,
): Promise<FoundEvents> {
  const { subject, text } = question.filter
  if (subject !== undefined || text !== undefined) await audit.catchUp()
  return engine.readLong(db, searchEventsTask, question)
}
