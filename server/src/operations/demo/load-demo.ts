import { randomBytes } from 'node:crypto'
import { countAdmins, insertAdmin } from '../../features/staff/admins/store.ts'
import type { Context } from '../../core/context.ts'
import type { Transaction } from '../../core/database/tables.ts'
import { issueInvitation } from '../../features/staff/links/invite-admins.ts'
import { showDemoFiles, storeDemoFiles } from './files.ts'
import { showDemoPatients } from './patients.ts'
import { demoUsers } from './users.ts'
import { createRandom } from './random.ts'
import { demoReports } from './demo-reports.ts'
import { writeDemoAuditLog } from './audit-log.ts'

const seed = 20_261_120
const auditSeed = 11_092_026

/**
 * Fills a database that contains only the admin of the first start. It uses one transaction: a process that dies
 * halfway leaves nothing, and the next start tries again.
 * @param nowMs the time of the last reports; the same time gives the same data
 */
export async function loadDemo(context: Context, nowMs = context.now()): Promise<void> {
  if (!(await isUntouched(context.db))) return
  const passwordHash = await context.passwords.hash(randomBytes(32).toString('base64'))
  const files = await storeDemoFiles(context)
  await context.db.transaction().execute(async (transaction) => {
    await context.engine.serialize(transaction, 'demo')
    if (!(await isUntouched(transaction))) return
    const random = createRandom(seed)
    const users = demoUsers(random, nowMs)
    await context.engine.insertMany(transaction, 'endUsers', users)
    const reports = demoReports(random, users, nowMs)
    await context.engine.insertMany(transaction, 'reports', reports)
    const memberIds = await showDemoPatients(transaction, context.engine, random, nowMs)
    const { id: adminId } = await insertAdmin(transaction, {
      email: 'marguerite.aubert-delacroix@lumenhealth.example',
      fullName: 'Marguerite Aubert-Delacroix',
      role: 'admin',
      passwordHash,
      nowMs,
    })
    await showDemoFiles(transaction, files, { adminId, nowMs })
    const shown = { users, reports, memberIds, adminId, nowMs }
    await writeDemoAuditLog(transaction, context.engine, createRandom(auditSeed), shown)
    await inviteDemoAdmin(transaction, context)
  })
}

/** Creates a pending invitation, which the mailbox shows if emails are saved. */
async function inviteDemoAdmin(transaction: Transaction, context: Context): Promise<void> {
  const invitation = {
    email: 'e.oyelaran@partner-clinic.example',
    role: 'admin',
    inviterId: null,
    pending: undefined,
  } as const
  const via = context.config.mail.method === 'files' ? { inviter: 'Marguerite Aubert-Delacroix' } : 'caller'
  await issueInvitation(transaction, context, { ...invitation, createdAtMs: context.now() }, via)
}

/** Adds the audit log entry of every sign-in and every command that changes something. */
async function isUntouched(db: Context['db'] | Transaction): Promise<boolean> {
  for (const table of ['endUsers', 'reports', 'auditEvents'] as const) {
    const one = db.selectFrom(table).select((column) => column.lit(1).as('one'))
    if (await one.limit(1).executeTakeFirst()) return false
  }
  return (await countAdmins(db)) <= 1
}
