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
  const answers = JSON.stringify(layout.answers)
  await db
    .insertInto('patientLayouts')
    .values({ id: randomUUIDv7(), headingsHash, answers, adminId, atMs })
    .onConflict((conflict) => conflict.column('headingsHash').doUpdateSet({ answers, adminId, atMs }))
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

/** @returns false if it is not remembered */
export async function forgetLayout(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('patientLayouts').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
