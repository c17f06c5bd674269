import { randomUUIDv7 } from 'node:crypto'
import type { ImportAnswers } from '@health-console/contract/patient-answers.ts'
import { shownName } from '@health-console/contract/text.ts'
import type { Db } from '../../../core/database/tables.ts'
import type { RememberedLayout } from '../reading/remembered.ts'

const keptLayouts = 100

/** How files with these headings were last read. */
export async function findLayout(db: Db, headingsHash: string): Promise<RememberedLayout | null> {
  const row = await db
    .selectFrom('patientLayouts')
    .leftJoin('admins', 'admins.id', 'patientLayouts.adminId')
    .select(['patientLayouts.id', 'answers', 'atMs', 'fullName', 'email'])
    .where('headingsHash', '=', headingsHash)
    .whereRef('givenAtMs', '=', 'atMs')
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    at: new Date(row.atMs).toISOString(),
    adminName: shownName(row.fullName ?? '', row.email ?? 'a former admin'),
    answers: JSON.parse(row.answers) as ImportAnswers,
  }
}

/** Remembers how files with these headings are read, and forgets an earlier way and the oldest of too many. */
export async function rememberLayout(
  db: Db,
  layout: { headingsHash: string; answers: ImportAnswers; adminId: string; atMs: number },
): Promise<void> {
  const { headingsHash, adminId, atMs } = layout
  const given = { answers: JSON.stringify(layout.answers), adminId, atMs, givenAtMs: atMs }
  await db
    .insertInto('patientLayouts')
    .values({ id: randomUUIDv7(), headingsHash, ...given })
    .onConflict((conflict) => conflict.column('headingsHash').doUpdateSet(given))
    .execute()
  await db
    .deleteFrom('patientLayouts')
    .where('id', 'in', (layouts) =>
      layouts
        .selectFrom('patientLayouts')
        .select('id')
        .orderBy('atMs', 'desc')
        .orderBy('id', 'desc')
        .limit(1_000)
        .offset(keptLayouts),
    )
    .execute()
}

/**
 * Forgets what 1.0.0 has remembered, which may come from a sheet of a file.
 * @returns how many sets of headings
 */
export async function forgetUnprovenLayouts(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('patientLayouts')
    .where((where) => where.or([where('givenAtMs', 'is', null), where('givenAtMs', '!=', where.ref('atMs'))]))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** @returns false if it is not remembered */
export async function forgetLayout(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('patientLayouts').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
