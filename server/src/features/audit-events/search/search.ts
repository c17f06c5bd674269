import { toPlainInput } from '@health-console/contract/values/typed-text.ts'
import type { Context } from '../../../core/context.ts'
import type { ReadingTask } from '../../../core/database/reading-task.ts'
import { findUsersByMemberId } from '../../users/search/find-member.ts'
import { type EventQuestion, findEvents, type FoundEvents, maxIds } from './find-events.ts'
import { logIndex } from './log-index.ts'

export const searchEventsTask: ReadingTask<EventQuestion, FoundEvents> = {
  name: 'search-events',
  read: (db, question, queries) => findEvents(logIndex(db, queries), question),
}

/** One page of the audit log; see `findEvents`. A text may also be the member ID of users, who are looked up first. */
export async function searchEvents(
  { db, engine, audit }: Pick<Context, 'db' | 'engine' | 'audit'>,
  question: EventQuestion,
): Promise<FoundEvents> {
  const { subject, text } = question.filter
  if (subject !== undefined || text !== undefined) await audit.catchUp()
  const users = text === undefined ? [] : await findUsersByMemberId({ db, engine }, text, maxIds)
  const search = (typed: string | undefined) =>
    engine.readLong(db, searchEventsTask, { ...question, filter: { ...question.filter, text: typed, users } })
  const found = await search(text)
  if (text === undefined || isFound(found)) return found
  // An ID may have been copied from where its dashes or its case were changed.
  const plain = toPlainInput(text)
  for (const typed of new Set([plain, plain.toLowerCase()])) {
    const other = typed === text ? found : await search(typed)
    if (isFound(other)) return other
  }
  return found
}

const isFound = (found: FoundEvents) => found === 'too-many' || found.events.length > 0 || found.next !== null
