import type { AuditAction } from '@health-console/contract/audit/actions.ts'
import { readSubjects } from '../../core/audit/terms.ts'
import type { ReadingTask } from '../../core/database/reading-task.ts'
import type { OpeningsTable } from '../../core/database/tables/unusual-access.ts'
import type { Db } from '../../core/database/tables.ts'

export const dayMs = 86_400_000
const hourMs = 3_600_000

/** What counts as viewing a user: the page, a report, a download or an export. Lists and searches do not. */
const views = [
  'user.view',
  'reports.list',
  'report.view',
  'report.download',
  'reports.download_rows',
  'reports.download_all',
  'user.export',
] as const satisfies AuditAction[]

/** The numbers beside the page do not count, but requesting them without the page does. */
const numbers = 'reports.numbers' satisfies AuditAction
const readAtOnce = 5_000

/** Every hour of a day in which a member of staff viewed a user. */
export const readViewsTask: ReadingTask<{ day: number }, OpeningsTable[]> = {
  name: 'read-views',
  read: async (db, { day }) => {
    const found = new Map<string, OpeningsTable>()
    const keep = (each: OpeningsTable) => found.set(JSON.stringify([each.hour, each.adminId, each.userId]), each)
    for (const action of views) await readAction(db, action, day, keep)
    const pairOf = ({ adminId, userId }: OpeningsTable) => JSON.stringify([adminId, userId])
    const opened = new Set([...found.values()].map(pairOf))
    await readAction(db, numbers, day, (each) => opened.has(pairOf(each)) || keep(each))
    return [...found.values()]
  },
}

/** Reads the entries of an action by staff, page by page. */
async function readAction(
  db: Db,
  action: AuditAction,
  day: number,
  keep: (view: OpeningsTable) => unknown,
): Promise<void> {
  for (let after = { atMs: day * dayMs, sequence: -1 }; ;) {
    const rows = await db
      .selectFrom('auditEvents')
      .select(['atMs', 'sequence', 'actorId', 'subjects'])
      .where('action', '=', action)
      .where('outcome', '=', 'ok')
      .where(({ eb, refTuple, tuple }) => eb(refTuple('atMs', 'sequence'), '>', tuple(after.atMs, after.sequence)))
      .where('atMs', '<', (day + 1) * dayMs)
      .where('actorId', 'is not', null)
      .where('actorId', 'not in', (services) => services.selectFrom('serviceAccounts').select('id'))
      .orderBy('atMs')
      .orderBy('sequence')
      .limit(readAtOnce)
      .execute()
    for (const row of rows) {
      const userId = readSubjects(row)
        .find((each) => each.startsWith('user:'))
        ?.slice('user:'.length)
      if (userId === undefined || row.actorId === null) continue
      keep({ day, hour: Math.floor((row.atMs % dayMs) / hourMs), adminId: row.actorId, userId })
    }
    const last = rows.at(-1)
    if (!last || rows.length < readAtOnce) return
    after = last
  }
}

type Behind = { adminId: string; userId: string | null; firstDay: number; day: number }

/** How many entries of the audit log are behind a finding. */
export async function countEntriesBehind(db: Db, { adminId, userId, firstDay, day }: Behind): Promise<number> {
  const rows = await db
    .selectFrom('auditEvents')
    .select('subjects')
    .where('actorId', '=', adminId)
    .where('action', 'in', [...views, numbers])
    .where('outcome', '=', 'ok')
    .where('atMs', '>=', firstDay * dayMs)
    .where('atMs', '<', (day + 1) * dayMs)
    .execute()
  if (userId === null) return rows.length
  return rows.filter((row) => readSubjects(row).includes(`user:${userId}`)).length
}
