import { randomUUIDv7 } from 'node:crypto'
import { shownName } from '@health-console/contract/values/text.ts'
import type { Db } from '../../../core/database/tables.ts'
import { joinAnswers, splitAnswers } from '../reading/questions/answer-parts.ts'
import {
  type AskedAnswers,
  layoutKeyOf,
  type RememberedLayout,
  withoutReplaced,
} from '../reading/questions/remembered.ts'
import type { SheetSurvey } from '../reading/survey/survey-sheet.ts'

const keptLayouts = 100

/** Answers that one admin gave in one import, as they are stored. */
type StoredAnswers = AskedAnswers & { adminId: string; atMs: number }

/** How files with the headings of these sheets were read. */
export async function findLayout(db: Db, sheets: readonly SheetSurvey[]): Promise<RememberedLayout | null> {
  const row = await findStored(db, layoutKeyOf(sheets))
  if (!row || row.parts.length === 0) return null
  const ids = row.parts.map(({ adminId }) => adminId)
  const admins = await db.selectFrom('admins').select(['id', 'fullName', 'email']).where('id', 'in', ids).execute()
  const names = new Map(admins.map(({ id, fullName, email }) => [id, shownName(fullName ?? '', email)]))
  const parts = row.parts.map(({ adminId, atMs, answers, asked }) => ({
    answers,
    asked,
    at: new Date(atMs).toISOString(),
    adminName: names.get(adminId) ?? 'a former admin',
  }))
  return { id: row.id, parts }
}

/** Answers that no admin is known to have given are not read. */
async function findStored(db: Db, headingsHash: string): Promise<{ id: string; parts: StoredAnswers[] } | undefined> {
  const row = await db
    .selectFrom('patientLayouts')
    .select(['id', 'given'])
    .where('headingsHash', '=', headingsHash)
    .whereRef('givenAtMs', '=', 'atMs')
    .executeTakeFirst()
  return row && { id: row.id, parts: JSON.parse(row.given ?? '[]') }
}

/**
 * Remembers answers for files with these headings in addition to earlier ones, and forgets the oldest of too many
 * headings.
 */
export async function rememberLayout(
  db: Db,
  { headingsHash, ...latest }: StoredAnswers & { headingsHash: string },
): Promise<void> {
  const { adminId, atMs } = latest
  const parts = withoutReplaced([latest, ...((await findStored(db, headingsHash))?.parts ?? [])])
  // For 1.0.0, which reads only this column.
  const answers = JSON.stringify(joinAnswers(parts.flatMap((part) => [...splitAnswers(part.answers).values()])))
  const given = { answers, adminId, atMs, given: JSON.stringify(parts), givenAtMs: atMs }
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
