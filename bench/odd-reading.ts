// A year of 50 staff by fixed rules with four planted readers, among 10,000,000 entries on both engines
import { createAuditLog } from '../server/src/core/audit/store.ts'
import type { Context } from '../server/src/core/context.ts'
import type { Database } from '../server/src/core/database/open.ts'
import { checkAccess } from '../server/src/features/unusual-access/check-access.ts'
import { toNewUser } from '../server/src/features/users/store.ts'
import { createRandom } from '../server/src/operations/demo/random.ts'
import { onEachDatabase } from './support/engines.ts'
import { fillAuditLog } from './support/fill-audit-log.ts'
import { describeTimes } from './support/times.ts'

const amount = Number(process.env['BENCH_EVENTS'] ?? 10_000_000)
const users = 20_000
const days = 365
const dayMs = 86_400_000
const hourMs = 3_600_000
const insertedAtOnce = 1_000

await onEachDatabase(async (engine, database) => {
  const { fromMs, stepMs, sequences } = await fillAuditLog(database.db, database.engine, amount)
  const firstDay = Math.ceil((fromMs + sequences * stepMs) / dayMs)
  const planted = await fillYear(database, firstDay, sequences)
  await measure(engine, database, firstDay, planted)
})

type Planted = Record<'close' | 'many' | 'alone' | 'hour', string>

/** Checks each night of the year, and reports what was found. */
async function measure(engine: string, { db, engine: own }: Database, firstDay: number, planted: Planted) {
  let nowMs = (firstDay + 57) * dayMs + 3 * hourMs
  const now = () => nowMs
  const audit = createAuditLog(db, own, now)
  const config = { unusualAccess: true, mail: { method: 'off' } }
  const run = checkAccess({ db, engine: own, audit, now, config } as unknown as Context)
  const { signal } = new AbortController()
  const beginsAt = performance.now()
  await run(signal)
  console.log(`${engine} first run, 56 days: ${((performance.now() - beginsAt) / 1_000).toFixed(1)} s`)
  const times: number[] = []
  for (let day = 58; day <= days; day += 1) {
    nowMs += dayMs
    const startedAt = performance.now()
    await run(signal)
    times.push(performance.now() - startedAt)
  }
  console.log(`${engine} one night: ${describeTimes(times)}`)
  const found = await db.selectFrom('accessFindings').select(['rule', 'adminId', 'day']).execute()
  const isPlanted = ({ rule, adminId }: (typeof found)[number]) => planted[rule] === adminId
  const rules = new Set(found.filter(isPlanted).map(({ rule }) => rule))
  const others = found.filter((each) => !isPlanted(each))
  const weeks = Map.groupBy(others, ({ day }) => Math.floor((day - firstDay) / 7))
  const most = Math.max(0, ...[...weeks.values()].map(({ length }) => length))
  const perRule = [...Map.groupBy(others, ({ rule }) => rule)].map(([rule, { length }]) => `${rule} ${length}`)
  console.log(
    `${engine} planted readers found: ${rules.size} of 4; other findings: ${others.length}, at most ${most} a week`,
  )
  console.log(`${engine} other findings by rule: ${perRule.join(', ') || 'none'}`)
  if (rules.size < 4 || most > 3 || Math.max(...times) > 2_000) process.exitCode = 1
}

/** Inserts the staff, their users, and what they view in a year. @returns the admins who are to be found */
async function fillYear({ db }: Database, firstDay: number, sequences: number): Promise<Planted> {
  const random = createRandom(7)
  const anyOf = <T>(items: readonly T[]) => items[random.between(0, items.length - 1)] as T
  // Half of the users have one of 20 common last names; 6,000 others are rare.
  const common = Array.from({ length: 20 }, (_, index) => `Common${index}`)
  const userIds = Array.from({ length: users }, (_, index) => `user-${String(index).padStart(5, '0')}`)
  for (let at = 0; at < users; at += insertedAtOnce) {
    const rows = userIds.slice(at, at + insertedAtOnce).map((id, index) => {
      const number = at + index
      const lastName = number === 17 ? 'Rarename' : number % 2 ? common[number % 20] : `Family${number % 6_000}`
      return toNewUser({ id, memberId: `HM-${number}`, firstName: 'Given', lastName: lastName ?? '' })
    })
    await db.insertInto('endUsers').values(rows).execute()
  }
  const nameOf = (index: number) =>
    index === 49 ? 'Nora Rarename' : index % 3 ? `Staff ${common[index % 20]}` : `Staff Family${index * 7}`
  for (let index = 0; index < 50; index += 1) {
    const at = { fullName: nameOf(index), email: `staff-${index}@example.org` }
    const row = { id: `staff-${index}`, role: 'user' as const, leftAtMs: 0 }
    await db
      .insertInto('formerAdmins')
      .values({ ...row, ...at })
      .execute()
  }

  let sequence = sequences
  let rows: object[] = []
  const flush = async () => {
    if (rows.length > 0)
      await db
        .insertInto('auditEvents')
        .values(rows as never)
        .execute()
    rows = []
  }
  async function view(day: number, hour: number, staff: number, userId: string) {
    sequence += 1
    rows.push({
      sequence,
      version: 1,
      atMs: day * dayMs + hour * hourMs + random.between(0, hourMs - 1),
      actorId: `staff-${staff}`,
      operator: null,
      sessionId: 'session',
      action: 'user.view',
      subjects: JSON.stringify([`user:${userId}`]),
      outcome: 'ok',
      reason: null,
      count: 1,
      address: '192.0.2.1',
      requestId: `year-${sequence}`,
      previousHash: 'none',
      hash: 'none',
    })
    if (rows.length >= insertedAtOnce) await flush()
  }
  const day9to17 = () => random.between(8, 16)
  for (let index = 0; index < days; index += 1) {
    const day = firstDay + index
    const weekday = index % 7
    const week = Math.floor(index / 7)
    for (let staff = 0; staff < 50; staff += 1) {
      // Three weeks of holidays each, and a new colleague every month.
      const isAway = (week + staff * 5) % 52 < 3
      const beginsAt = staff >= 38 ? (staff - 38) * 30 : 0
      if (isAway || index < beginsAt) continue
      // Two on-call night nurses.
      if (staff < 2) {
        for (let count = 0; count < 10; count += 1)
          await view(day, (22 + random.between(0, 7)) % 24, staff, anyOf(userIds))
        continue
      }
      if (weekday > 4) continue
      // Eight case managers see the same 1,000 users each week, each their own, and one in ten on another day.
      if (staff < 10) {
        for (let user = staff - 2; user < 1_000; user += 8) {
          const shift = random.chance(0.1) ? random.between(1, 4) : 0
          if ((user + shift) % 5 === weekday) await view(day, day9to17(), staff, userIds[user] ?? '')
        }
        continue
      }
      // A ward round on Mondays.
      const views = staff === 10 && weekday === 0 ? 40 : random.between(8, 18)
      for (let count = 0; count < views; count += 1) await view(day, day9to17(), staff, anyOf(userIds))
    }
    // The four who are to be found.
    if (index === 200) await view(day, 11, 49, userIds[17] ?? '')
    if (index === 212)
      for (let count = 0; count < 80; count += 1) await view(day, day9to17(), 20, userIds[5_000 + count] ?? '')
    if (index >= 220 && index < 250 && index % 6 === 0) await view(day, 12, 21, userIds[9_999] ?? '')
    if (index === 260) for (let count = 0; count < 4; count += 1) await view(day, 3, 22, userIds[7_000 + count] ?? '')
  }
  await flush()
  return { close: 'staff-49', many: 'staff-20', alone: 'staff-21', hour: 'staff-22' }
}
