import type { AuditAction } from '@health-console/contract/audit/actions.ts'
import { randomUUIDv7 } from 'node:crypto'
import { byServer } from '../../core/audit/entry.ts'
import type { Context } from '../../core/context.ts'
import type { AccessFindingsTable } from '../../core/database/tables/unusual-access.ts'
import type { Db, Transaction } from '../../core/database/tables.ts'
import { hasJustInvited } from '../staff/admins/store.ts'
import type { Found } from './find-unusual.ts'
import { dayMs } from './views.ts'

export const stateId = 1
const answers = ['access_check.explain', 'access_check.follow_up'] as const satisfies AuditAction[]
/** How long an explained finding is kept, and with it the same rule, admin and user quiet. */
const explainedMs = 90 * dayMs
const keptMs = 365 * dayMs

export const findState = (db: Db) =>
  db.selectFrom('accessChecks').select(['checkedAtMs', 'mailedAtMs']).where('id', '=', stateId).executeTakeFirst()

/** One page, newest first. */
export const listFindings = (db: Db, isOpen: boolean, { offset, limit }: { offset: number; limit: number }) =>
  db
    .selectFrom('accessFindings')
    .leftJoin('reasons', (join) =>
      join
        .onRef('reasons.atMs', '=', 'accessFindings.answeredAtMs')
        .onRef('reasons.adminId', '=', 'accessFindings.answeredBy')
        .on('reasons.action', 'in', answers),
    )
    .selectAll('accessFindings')
    .select('reasons.reason')
    .where('state', isOpen ? '=' : '!=', 'open')
    .orderBy('day', 'desc')
    .orderBy('accessFindings.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countAnswered(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('accessFindings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '!=', 'open')
    .executeTakeFirstOrThrow()
  return count
}

/** How many findings are open, and when the oldest was found. */
export async function summarizeOpen(db: Db): Promise<{ count: number; oldestAtMs: number | null }> {
  const { count, oldestAtMs } = await db
    .selectFrom('accessFindings')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('createdAtMs').as('oldestAtMs')])
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return { count, oldestAtMs }
}

/** Stores a new finding, or the new numbers of an open one, unless the answer to an earlier one covers it. */
export async function keepFinding(transaction: Transaction, found: Found, nowMs: number): Promise<void> {
  const earlier = await transaction
    .selectFrom('accessFindings')
    .selectAll()
    .where('rule', '=', found.rule)
    .where('adminId', '=', found.adminId)
    .where((where) => (found.userId === null ? where('day', '=', found.day) : where('userId', '=', found.userId)))
    .execute()
  const open = earlier.find(({ state }) => state === 'open')
  if (open) {
    const { firstDay, entries, ...changed } = found
    const isLater = found.day > open.day && firstDay > open.firstDay
    await transaction
      .updateTable('accessFindings')
      .set({
        ...changed,
        firstDay: Math.min(firstDay, open.firstDay),
        entries: isLater && found.rule === 'close' ? open.entries + entries : entries,
      })
      .where('id', '=', open.id)
      // It may just have been answered.
      .where('state', '=', 'open')
      .execute()
    return
  }
  if (earlier.some((each) => isCovered(each, found, nowMs))) return
  await transaction
    .insertInto('accessFindings')
    .values({
      ...found,
      id: randomUUIDv7(),
      state: 'open',
      createdAtMs: nowMs,
      answeredAtMs: null,
      answeredBy: null,
    })
    .execute()
}

/** A follow-up covers what was known, but not that the admin went on. */
function isCovered({ state, day, answeredAtMs }: AccessFindingsTable, found: Found, nowMs: number): boolean {
  if (found.userId === null || state === 'follow_up') return day >= found.day
  return (answeredAtMs ?? 0) > nowMs - explainedMs
}

/** Deletes findings whose time is over, and the sentences that answered them. */
export async function deleteOldFindings(transaction: Transaction, nowMs: number): Promise<void> {
  await transaction
    .deleteFrom('accessFindings')
    .where((where) =>
      where.or([
        where.and([where('state', '=', 'explained'), where('answeredAtMs', '<=', nowMs - explainedMs)]),
        where.and([where('state', '=', 'follow_up'), where('answeredAtMs', '<=', nowMs - keptMs)]),
        where.and([where('state', '=', 'open'), where('createdAtMs', '<=', nowMs - keptMs)]),
      ]),
    )
    .execute()
  await transaction
    .deleteFrom('reasons')
    .where('action', 'in', answers)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('accessFindings')
            .select('accessFindings.id')
            .whereRef('answeredAtMs', '=', 'reasons.atMs')
            .whereRef('answeredBy', '=', 'reasons.adminId'),
        ),
      ),
    )
    .execute()
}

/** Which of these users were erased. */
export async function findGone(db: Db, rows: readonly { userId: string | null }[]): Promise<Set<string>> {
  const ids = [...new Set(rows.flatMap(({ userId }) => userId ?? []))]
  if (ids.length === 0) return new Set()
  const erased = await db
    .selectFrom('erasures')
    .select('userId')
    .where('userId', 'in', ids)
    .where('userId', 'not in', (users) => users.selectFrom('endUsers').select('id').where('id', 'in', ids))
    .execute()
  return new Set(erased.map(({ userId }) => userId))
}

/** Deletes what was collected about an erased user, and what admins wrote about the user. */
export async function forgetUser(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('openings').where('userId', '=', userId).execute()
  await db.deleteFrom('accessFindings').where('userId', '=', userId).execute()
  await db.deleteFrom('reasons').where('subject', '=', `user:${userId}`).execute()
}

/** The product may delete users with SQL. */
export async function forgetDeletedUsers(db: Db): Promise<void> {
  for (const table of ['openings', 'accessFindings'] as const) {
    const gone = await db
      .selectFrom(table)
      .select('userId')
      .distinct()
      .where('userId', 'is not', null)
      .where('userId', 'not in', (users) => users.selectFrom('endUsers').select('id'))
      .where('userId', 'not in', (reports) => reports.selectFrom('reports').select('userId'))
      .execute()
    for (const { userId } of gone) if (userId !== null) await forgetUser(db, userId)
  }
}

/** Deletes all that was collected, and logs it with the number of findings. */
export async function deleteAll({ db, audit }: Pick<Context, 'db' | 'audit'>): Promise<void> {
  if (!(await findState(db))) return
  await db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction.deleteFrom('accessChecks').executeTakeFirstOrThrow()
    // Another replica has done it.
    if (numDeletedRows === 0n) return
    await transaction.deleteFrom('openings').execute()
    await transaction.deleteFrom('reasons').where('action', 'in', answers).execute()
    const findings = await transaction.deleteFrom('accessFindings').executeTakeFirstOrThrow()
    const reason = `findings_${findings.numDeletedRows}`
    await audit.append(transaction, [{ ...byServer, action: 'access_check.end', subjects: [], reason }])
  })
}

type Answer = { state: 'explained' | 'follow_up'; answeredBy: string; answeredAtMs: number }

/** @returns the finding, or why it cannot be answered; undefined if there is none */
export async function answerFinding(
  transaction: Transaction,
  id: string,
  answer: Answer,
): Promise<AccessFindingsTable | 'own' | 'invited' | 'answered' | undefined> {
  const finding = await transaction.selectFrom('accessFindings').selectAll().where('id', '=', id).executeTakeFirst()
  if (!finding) return undefined
  if (finding.adminId === answer.answeredBy) return 'own'
  if (await hasJustInvited(transaction, [finding.adminId, answer.answeredBy], answer.answeredAtMs)) return 'invited'
  const { numUpdatedRows } = await transaction
    .updateTable('accessFindings')
    .set(answer)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n ? finding : 'answered'
}
