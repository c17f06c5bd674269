import type { Context } from '../context.ts'
import { type EventQuestion, findEvents, type FoundEvents } from './find-events.ts'
import { postgresIndex } from './postgres.ts'

const sqliteSearch = new URL('./sqlite.ts', import.meta.url)

/** One page of the record; see `findEvents`. */
export function searchEvents(
  { db, engine }: Pick<Context, 'db' | 'engine'>,
  question: EventQuestion,
): Promise<FoundEvents> {
  if (!engine.readAside) return findEvents(postgresIndex(db), question)
  return engine.readAside<EventQuestion, FoundEvents>(sqliteSearch, question)
}
