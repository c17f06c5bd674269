import { version } from '../settings/version.ts'
import type { Database } from './open.ts'
import type { Db } from './tables.ts'

/** Changes of the tables by a version of the console that is newer than this one. */
export type NewerChanges = {
  /** The newest version that has changed the tables. */
  version: string
  /** Whether this version can work with the tables. */
  isUsable: boolean
}

/** Stores what versions that do not know a migration need to know about it. */
export async function noteChanges(db: Db, changes: { name: string; isAdditive: boolean }[]): Promise<void> {
  if (changes.length === 0) return
  await db
    .insertInto('schemaChanges')
    .values(changes.map(({ name, isAdditive }) => ({ name, isAdditive: Number(isAdditive), version })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/** @param unknown migrations that have run and that this version does not have */
export async function readNewerChanges(
  { db }: Pick<Database, 'db'>,
  unknown: string[],
): Promise<NewerChanges | undefined> {
  if (unknown.length === 0) return undefined
  const changes = await db
    .selectFrom('schemaChanges')
    .selectAll()
    .where('name', 'in', unknown)
    .orderBy('name')
    .execute()
  return {
    version: changes.at(-1)?.version ?? 'of an unknown version',
    // A migration without a description may have changed anything.
    isUsable: changes.length === unknown.length && changes.every(({ isAdditive }) => isAdditive === 1),
  }
}
