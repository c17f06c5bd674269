import { randomUUIDv7 } from 'node:crypto'
import { batchesOf } from '../../core/batches.ts'
import type { Context } from '../../core/context.ts'
import { defineLease } from '../../core/database/lease.ts'
import { isClockSteady } from '../../core/database/steady-clock.ts'
import type { AccessChecksTable } from '../../core/database/tables/unusual-access.ts'
import type { Transaction } from '../../core/database/tables.ts'
import { findUnusualTask, rules } from './find-unusual.ts'
import { mailOpenFindings } from './mail-open-findings.ts'
import { deleteAll, deleteOldFindings, findGone, forgetDeletedUsers, keepFinding, stateId } from './store.ts'
import { dayMs, readViewsTask } from './views.ts'

/** A day is read two hours after its end, when each of its entries has certainly been committed. */
const settledMs = 2 * 3_600_000
/** More than what the rules compare with, so that missed days can be made up. */
const keptDays = rules.weeksDays + 8
const insertedAtOnce = 500
const lease = defineLease(
  { table: 'accessChecks', endsAt: 'runnerUntilMs', holder: 'runner', isFreeWithoutHolder: true },
  { lastsMs: 60_000 },
)

type CheckContext = Pick<Context, 'config' | 'db' | 'engine' | 'now'>

/**
 * Returns the job that reads the views of each finished day and applies the rules to them, in the order of days. The
 * views of a day, its findings and the position are written in one transaction, so a killed run is repeated as a whole.
 * If `UNUSUAL_ACCESS` is off, it deletes all that was collected.
 */
export function checkAccess(context: Context): (signal: AbortSignal) => Promise<void> {
  const runner = randomUUIDv7()
  return async (signal) => {
    const { config, db, now } = context
    if (!config.unusualAccess) return deleteAll(context)
    // A clock that is ahead would skip days, and delete others.
    if (!(await isClockSteady(db, now()))) return
    const lastDay = Math.floor((now() - settledMs) / dayMs) - 1
    const state = (await findState(context)) ?? (await begin(context, lastDay))
    if (state.checkedDay < lastDay && (await lease.take(db, { id: stateId }, runner, now()))) {
      try {
        await checkDays(
          context,
          state,
          lastDay,
          () => !signal.aborted && lease.renew(db, { id: stateId }, runner, now()),
        )
      } finally {
        await lease.release(db, { id: stateId }, runner)
      }
    }
    await mailOpenFindings(context)
  }
}

/** @param mayGoOn false once the server stops, or another process has taken over */
async function checkDays(
  context: CheckContext,
  { readDay, checkedDay }: AccessChecksTable,
  lastDay: number,
  mayGoOn: () => boolean | Promise<boolean>,
): Promise<void> {
  for (let day = Math.min(readDay, checkedDay) + 1; day <= lastDay; day += 1) {
    if (!(await mayGoOn())) return
    if (day > readDay && !(await readViews(context, day))) return
    if (day > checkedDay && !(await applyRules(context, day))) return
  }
}

/** A state of the future was written while a clock was ahead: those days are read again. */
async function findState({ db, now }: CheckContext): Promise<AccessChecksTable | undefined> {
  const state = await db.selectFrom('accessChecks').selectAll().where('id', '=', stateId).executeTakeFirst()
  const today = Math.floor(now() / dayMs)
  if (!state || state.readDay < today) return state
  const earlier = { readDay: today - 2, checkedDay: Math.min(state.checkedDay, today - 2) }
  await db.updateTable('accessChecks').set(earlier).where('id', '=', stateId).where('readDay', '>=', today).execute()
  return { ...state, ...earlier }
}

/** The eight weeks before are read too, but the rules are only applied to later days. */
async function begin({ db, now }: CheckContext, lastDay: number): Promise<AccessChecksTable> {
  const state = {
    id: stateId,
    readDay: lastDay - rules.weeksDays - 1,
    checkedDay: lastDay - 1,
    checkedAtMs: null,
    // The first email is sent a week later, so that there is time for the first answers.
    mailedAtMs: now(),
    runner: null,
    runnerUntilMs: 0,
  }
  await db
    .insertInto('accessChecks')
    .values(state)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return db.selectFrom('accessChecks').selectAll().where('id', '=', stateId).executeTakeFirstOrThrow()
}

/** Stores the views of a day, with the position. @returns false if another process has done it */
async function readViews({ db, engine }: CheckContext, day: number): Promise<boolean> {
  const views = await engine.readLong(db, readViewsTask, { day })
  return db.transaction().execute(async (transaction) => {
    // An erasure comes before, and its user is left out, or after, and deletes the rows.
    await engine.serialize(transaction, 'erasures')
    if (!(await moveOn(transaction, 'readDay', day))) return false
    await transaction.deleteFrom('openings').where('day', '=', day).execute()
    await transaction
      .deleteFrom('openings')
      .where('day', '<', day - keptDays)
      .execute()
    for (const batch of batchesOf(views, insertedAtOnce)) {
      const erased = await findGone(transaction, batch)
      const rows = batch.filter(({ userId }) => !erased.has(userId))
      if (rows.length > 0) await transaction.insertInto('openings').values(rows).execute()
    }
    return true
  })
}

/** Stores what the rules find on a day, with the position. @returns false if another process has done it */
async function applyRules({ db, engine, now }: CheckContext, day: number): Promise<boolean> {
  await forgetDeletedUsers(db)
  const found = await engine.readLong(db, findUnusualTask, { day })
  return db.transaction().execute(async (transaction) => {
    await engine.serialize(transaction, 'erasures')
    if (!(await moveOn(transaction, 'checkedDay', day, { checkedAtMs: now() }))) return false
    const erased = await findGone(transaction, found)
    for (const each of found) {
      if (each.userId === null || !erased.has(each.userId)) await keepFinding(transaction, each, now())
    }
    await deleteOldFindings(transaction, now())
    return true
  })
}

async function moveOn(
  transaction: Transaction,
  position: 'readDay' | 'checkedDay',
  day: number,
  values: Partial<AccessChecksTable> = {},
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('accessChecks')
    .set({ [position]: day, ...values })
    .where('id', '=', stateId)
    .where(position, '=', day - 1)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
