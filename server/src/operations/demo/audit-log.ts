import { randomUUIDv7 } from 'node:crypto'
import type { AuditSubject } from '@health-console/contract/audit/actions.ts'
import { byServer, toRow } from '../../core/audit/entry.ts'
import { emptyChain } from '../../core/audit/verify-audit.mjs'
import type { Engine } from '../../core/database/engine.ts'
import type { Transaction } from '../../core/database/tables.ts'
import { emailKeyOf } from '@health-console/contract/values/text.ts'
import type { Random } from './random.ts'
import { type Colleague, createWorkday, type Shown, type Timed } from './workday.ts'

const dayMs = 86_400_000
const days = 92
const leftDaysAgo = 33
const reviewedDaysAgo = 41
const importsDaysAgo = [6, 37, 68]

/** Adds an admin whose access was revoked some weeks ago. The row stays, with the role `user`. */
const leaver = { email: 'tobias.lindqvist@lumenhealth.example', fullName: 'Tobias Lindqvist' }

/**
 * Three months of an audit log, as a valid chain: staff on their work days, an import every month, some rejections, a
 * review, and an admin who left. The terms are indexed later, in idle time.
 */
export async function writeDemoAuditLog(
  transaction: Transaction,
  engine: Engine,
  random: Random,
  shown: Shown & { adminId: string; nowMs: number },
): Promise<void> {
  const { adminId, nowMs } = shown
  const boss = await transaction.selectFrom('admins').select('id').where('role', '=', 'super_admin').executeTakeFirst()
  const leaverId = await insertLeaver(transaction, nowMs)
  const staff: Colleague[] = [
    { id: adminId, address: '203.0.113.17', until: 0 },
    { id: leaverId, address: '203.0.113.42', until: leftDaysAgo + 1 },
    ...(boss ? [{ id: boss.id, address: '203.0.113.8', until: 0, isSuperAdmin: true }] : []),
  ]
  const workday = createWorkday(random, shown)
  const timed: Timed[] = []
  for (let ago = days; ago >= 0; ago -= 1) {
    const midnight = Math.floor(nowMs / dayMs) * dayMs - ago * dayMs
    if ([0, 6].includes(new Date(midnight).getUTCDay())) continue
    for (const each of staff.filter(({ until }) => ago >= until)) timed.push(...workday(each, midnight))
  }
  for (const ago of importsDaysAgo) timed.push(...importOf(adminId, nowMs - ago * dayMs, random))
  if (boss) timed.push(...actsOf(boss.id, [boss.id, adminId, leaverId], leaverId, nowMs))

  let end = emptyChain
  const rows = timed
    .filter(({ atMs }) => atMs < nowMs)
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ atMs, entry }) => {
      const row = toRow(entry, atMs, end)
      end = row
      return row
    })
  await engine.insertMany(transaction, 'auditEvents', rows)
}

async function insertLeaver(transaction: Transaction, nowMs: number): Promise<string> {
  const id = randomUUIDv7()
  await transaction
    .insertInto('admins')
    .values({
      ...leaver,
      id,
      emailKey: emailKeyOf(leaver.email),
      role: 'user',
      color: 'frost-cobalt',
      passwordHash: 'none',
      credentialsVersion: 1,
      lostFactor: 0,
      inviterId: null,
      joinedAtMs: nowMs - days * dayMs,
      createdAtMs: nowMs - days * dayMs,
    })
    .execute()
  const leftAtMs = nowMs - leftDaysAgo * dayMs
  await transaction
    .insertInto('formerAdmins')
    .values({ ...leaver, id, role: 'admin', leftAtMs })
    .execute()
  return id
}

function importOf(adminId: string, atMs: number, random: Random): Timed[] {
  const id = random.uuid(atMs)
  const subjects: AuditSubject[] = [`import:${id}`]
  const by = { ...byServer, actorId: adminId, address: '203.0.113.17', subjects }
  const actions = ['patients.import_upload', 'patients.import_preview', 'patients.import'] as const
  return actions.map((action, index) => {
    const at = atMs - (actions.length - index) * 40_000
    return { atMs: at, entry: { ...by, action, requestId: random.uuid(at) } }
  })
}

/** The actions of a super admin: a review, and revoking the access of the admin who left. */
function actsOf(bossId: string, reviewed: string[], leaverId: string, nowMs: number): Timed[] {
  const by = { ...byServer, actorId: bossId, address: '203.0.113.8' }
  const subjects = reviewed.map((id) => `admin:${id}` as const)
  return [
    { atMs: nowMs - reviewedDaysAgo * dayMs, entry: { ...by, action: 'access_review.attest', subjects } },
    { atMs: nowMs - leftDaysAgo * dayMs, entry: { ...by, action: 'admin.revoke', subjects: [`admin:${leaverId}`] } },
  ]
}
