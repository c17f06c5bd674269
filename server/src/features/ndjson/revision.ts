import * as z from 'zod/mini'
import { sql } from 'kysely'
import type { RowError } from './line-kind.ts'

/**
 * The product's counter of the states of a user or a report: a revision that is older than the stored one is rejected.
 */
export const Revision = z.nullish(z.int().check(z.gte(0, 'Must be at least 0')))

type Counted = { id: string; revision?: number | null | undefined }

/** In an upsert: whether the new row is not older than the stored one, as far as both have a revision. */
export const isNotOlder = (table: 'end_users' | 'reports') =>
  sql<boolean>`coalesce(excluded.revision >= ${sql.ref(table)}.revision, true)`

/** Whether the new row has a revision and the stored one has none: then it is a change even if all else is the same. */
export const hasOtherRevision = (table: 'end_users' | 'reports') =>
  sql<boolean>`coalesce(excluded.revision <> coalesce(${sql.ref(table)}.revision, -1), false)`

/** The rows that are older than the stored ones with the same id. */
export function findOlder(rows: readonly Counted[], stored: ReadonlyMap<string, Counted>): Map<string, RowError> {
  const errors = new Map<string, RowError>()
  for (const { id, revision } of rows) {
    const newest = stored.get(id)?.revision
    if (revision == null || newest == null || revision >= newest) continue
    const message = `Revision ${revision} is older than ${newest}, which is stored`
    errors.set(id, { path: 'revision', code: 'older_revision', message })
  }
  return errors
}
