import { sql } from 'kysely'
import type { AccessFindingsTable } from '../../core/database/tables/unusual-access.ts'
import { fold } from '../../core/database/tables/fold.ts'
import type { Queries } from '../../core/database/queries.ts'
import type { ReadingTask } from '../../core/database/reading-task.ts'
import type { Db } from '../../core/database/tables.ts'
import { countEntriesBehind } from './views.ts'

/** What a rule found on a day. */
export type Found = Pick<
  AccessFindingsTable,
  'rule' | 'adminId' | 'userId' | 'firstDay' | 'day' | 'numbers' | 'entries'
>
type Unusual = Omit<Found, 'numbers' | 'entries' | 'day'> & { numbers: object }

/** Numbers of the rules. The documentation and the page repeat them. */
export const rules = {
  /** The days before the checked one that a rule compares with. */
  weeksDays: 56,
  many: { times: 3, moreThan: 20, firstDays: 10 },
  /** An admin with more such users looks after them, such as a case manager with a call each week. */
  alone: { days: 5, within: 30, atMostUsers: 5 },
  hour: { users: 3, percent: 1, firstViewings: 200 },
  close: { letters: 3, percentOfUsers: 0.5 },
} as const

/** Applies the rules to the views of a day. Nothing is stored. */
export const findUnusualTask: ReadingTask<{ day: number }, Found[]> = {
  name: 'find-unusual-access',
  read: async (db, { day }, queries) => {
    const unusual = [
      ...(await findClose(db, day, queries)),
      ...(await findMany(db, day)),
      ...(await findAlone(db, day)),
      ...(await findHours(db, day)),
    ]
    const found: Found[] = []
    for (const { numbers, ...each } of unusual) {
      const entries = await countEntriesBehind(db, { ...each, day })
      found.push({ ...each, day, numbers: JSON.stringify(numbers), entries })
    }
    return found
  },
}

/** Users who may be relatives or colleagues of the admin who viewed them. Names and emails are only compared here. */
async function findClose(db: Db, day: number, queries: Queries): Promise<Unusual[]> {
  const views = await db
    .selectFrom('openings')
    .innerJoin('endUsers', 'endUsers.id', 'openings.userId')
    .select(['openings.adminId', 'openings.userId', 'endUsers.lastName', 'endUsers.email'])
    .where('day', '=', day)
    .distinct()
    .execute()
  const staff = await listStaff(db)
  const byId = new Map(staff.map((each) => [each.id, each]))
  const emails = new Map(staff.map(({ id, email }) => [fold(email), id]))
  const common = new Map<string, boolean>()
  const close: Unusual[] = []
  for (const { adminId, userId, lastName, email } of views) {
    const owner = email === '' ? undefined : emails.get(fold(email))
    const isNamesake = endingsOf(byId.get(adminId)?.fullName ?? '').has(toWords(lastName).join(' '))
    if (isNamesake && !common.has(lastName)) common.set(lastName, await isCommon(db, lastName, queries))
    const how =
      owner === adminId ? 'own_email' : owner ? 'colleague_email' : isNamesake && !common.get(lastName) ? 'name' : null
    if (how) close.push({ rule: 'close', adminId, userId, firstDay: day, numbers: { how } })
  }
  return close
}

/** All staff who may have viewed someone, including those who have left since. */
async function listStaff(db: Db) {
  const columns = ['id', 'fullName', 'email'] as const
  const former = await db.selectFrom('formerAdmins').select(columns).execute()
  return [...former, ...(await db.selectFrom('admins').select(columns).execute())]
}

const toWords = (name: string) =>
  fold(name)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)

/** "Ada van der Berg" ends with "van der berg", "der berg" and "berg". */
export function endingsOf(fullName: string): Set<string> {
  const words = toWords(fullName)
  const endings = words.map((_, index) => words.slice(index).join(' ')).slice(1)
  return new Set(endings.filter((ending) => ending.length >= rules.close.letters))
}

/** Whether so many users have a last name that it says nothing. The sort key begins with it. */
async function isCommon(db: Db, lastName: string, { users }: Queries): Promise<boolean> {
  const folded = fold(lastName)
  const { rows } = await sql<{ amount: number; namesakes: number }>`
    select (select sum(amount) from user_counts) as amount, (
      select count(*) from ${users.table}
      where sort_key >= ${`${folded}\u001f`} and sort_key < ${`${folded}\u0020`}
    ) as namesakes`.execute(db)
  const { amount = 0, namesakes = 0 } = rows[0] ?? {}
  return Number(namesakes) > (Number(amount) * rules.close.percentOfUsers) / 100
}

/** Admins who viewed many more users than on their own usual day. */
async function findMany(db: Db, day: number): Promise<Unusual[]> {
  const days = await db
    .selectFrom('openings')
    .select(['adminId', 'day', ({ fn }) => fn.count<number>('userId').distinct().as('users')])
    .where('day', '>=', day - rules.weeksDays)
    .where('day', '<=', day)
    .groupBy(['adminId', 'day'])
    .execute()
  return [...Map.groupBy(days, ({ adminId }) => adminId)].flatMap(([adminId, own]) => {
    const users = Number(own.find((each) => each.day === day)?.users ?? 0)
    const before = own.filter((each) => each.day !== day).map((each) => Number(each.users))
    if (before.length < rules.many.firstDays || users <= rules.many.moreThan) return []
    const usual = medianOf(before)
    if (users <= usual * rules.many.times) return []
    return [{ rule: 'many' as const, adminId, userId: null, firstDay: day, numbers: { users, usual } }]
  })
}

function medianOf(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** Users whom only one admin viewed, again and again, unless this is how the admin works with many users. */
async function findAlone(db: Db, day: number): Promise<Unusual[]> {
  const { within, atMostUsers } = rules.alone
  const found = (await listViewedAlone(db, day - within + 1, day)).filter(({ lastDay }) => lastDay === day)
  if (found.length === 0) return []
  const usual = Map.groupBy(await listViewedAlone(db, day - rules.weeksDays, day), ({ adminId }) => adminId)
  return found
    .filter(({ adminId }) => (usual.get(adminId)?.length ?? 0) <= atMostUsers)
    .map(({ adminId, userId, firstDay, days }) => ({
      rule: 'alone' as const,
      adminId,
      userId,
      firstDay,
      numbers: { days: Number(days) },
    }))
}

/** The users whom only one admin viewed between two days, on several of them. */
function listViewedAlone(db: Db, fromDay: number, toDay: number) {
  return db
    .selectFrom('openings')
    .select([
      'userId',
      ({ fn }) => fn.min('adminId').as('adminId'),
      ({ fn }) => fn.count<number>('day').distinct().as('days'),
      ({ fn }) => fn.min('day').as('firstDay'),
      ({ fn }) => fn.max('day').as('lastDay'),
    ])
    .where('day', '>=', fromDay)
    .where('day', '<=', toDay)
    .groupBy('userId')
    .having(({ fn }) => fn.count('adminId').distinct(), '=', 1)
    .having(({ fn }) => fn.count('day').distinct(), '>=', rules.alone.days)
    .execute()
}

/** Admins who viewed several users in an hour of the day in which they hardly ever do. */
async function findHours(db: Db, day: number): Promise<Unusual[]> {
  const hours = await db
    .selectFrom('openings')
    .select(['adminId', 'hour', ({ fn }) => fn.count<number>('userId').distinct().as('users')])
    .where('day', '=', day)
    .groupBy(['adminId', 'hour'])
    .having(({ fn }) => fn.count('userId').distinct(), '>=', rules.hour.users)
    .execute()
  if (hours.length === 0) return []
  const before = await db
    .selectFrom('openings')
    .select(['adminId', 'hour', ({ fn }) => fn.countAll<number>().as('viewings')])
    .where('day', '>=', day - rules.weeksDays)
    .where('day', '<', day)
    .where('adminId', 'in', [...new Set(hours.map(({ adminId }) => adminId))])
    .groupBy(['adminId', 'hour'])
    .execute()
  return [...Map.groupBy(hours, ({ adminId }) => adminId)].flatMap(([adminId, own]) => {
    const usual = before.filter((each) => each.adminId === adminId)
    const countOf = (hour: number) => Number(usual.find((each) => each.hour === (hour + 24) % 24)?.viewings ?? 0)
    const all = usual.reduce((sum, { viewings }) => sum + Number(viewings), 0)
    if (all < rules.hour.firstViewings) return []
    const odd = own
      .map(({ hour, users }) => ({
        hour,
        users: Number(users),
        percent: ((countOf(hour - 1) + countOf(hour) + countOf(hour + 1)) / all) * 100,
      }))
      .filter(({ percent }) => percent < rules.hour.percent)
      .toSorted((a, b) => b.users - a.users || a.hour - b.hour)[0]
    return odd ? [{ rule: 'hour' as const, adminId, userId: null, firstDay: day, numbers: odd }] : []
  })
}
