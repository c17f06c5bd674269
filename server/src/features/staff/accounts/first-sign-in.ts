import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { countAdmins, findAdminByEmail, insertAdmin, lockStaff } from '../admins/store.ts'
import type { Context } from '../../../core/context.ts'
import { checkNewPassword } from '../credentials/password-rules.ts'
import { ConfigError } from '../../../core/settings/config-error.ts'

const demoEmail = 'admin@example.com'

/**
 * Makes sure that an admin can sign in if the settings allow it, and returns a hint that explains how. An admin is only
 * created if there is none.
 */
export async function firstSignIn(context: Context): Promise<string> {
  const { config, db } = context
  if (!config.isOwnMachine) await rejectDemo(context)
  const isEmpty = (await countAdmins(db)) === 0
  if (config.firstAdmin) {
    if (isEmpty) await createFirstAdmin(context, config.firstAdmin)
    return `sign in as ${config.firstAdmin.email} with the password in ADMIN_PASSWORD`
  }
  if (config.demo) return demoSignIn(context, isEmpty)
  return isEmpty
    ? 'no one can sign in yet, run: bin/console create-admin --email you@example.org --role super_admin'
    : 'sign in with your email address and password'
}

async function createFirstAdmin(context: Context, admin: NonNullable<Context['config']['firstAdmin']>): Promise<void> {
  const errors = await checkNewPassword(admin.password, context.config.productName, admin)
  if (errors.length > 0) throw new ConfigError(`ADMIN_PASSWORD is too weak: ${errors.join('; ')}`)
  await insertSuperAdmin(context, admin)
}

/** The demo's admin must not be in a real console: anyone who has read the server's output knows the password. */
async function rejectDemo(context: Context): Promise<void> {
  if (!(await hasDemoAdmin(context))) return
  throw new ConfigError('PUBLIC_URL is not on this machine, but DATA_DIR contains the demo: set an empty DATA_DIR')
}

/** The demo's password is random, and stored next to the demo's data so that every start can print it. */
async function demoSignIn(context: Context, isEmpty: boolean): Promise<string> {
  const file = passwordFile(context)
  if (isEmpty) {
    const password = `Demo-${randomBytes(6).toString('hex')}-1a`
    writeFileSync(file, `${password}\n`, { mode: 0o600 })
    await insertSuperAdmin(context, { email: demoEmail, fullName: 'Console Admin', password })
  }
  return (await hasDemoAdmin(context))
    ? `sign in as ${demoEmail} with the password ${readFileSync(file, 'utf8').trim()}`
    : 'sign in with your email address and password'
}

async function hasDemoAdmin(context: Context): Promise<boolean> {
  return existsSync(passwordFile(context)) && (await findAdminByEmail(context.db, demoEmail)) !== undefined
}

const passwordFile = ({ config }: Context) => path.join(config.dataDir, 'demo-password.txt')

/** Does nothing if another replica that starts at the same time has created one. */
async function insertSuperAdmin(
  { db, engine, passwords, now }: Context,
  admin: { email: string; fullName: string; password: string },
) {
  const { password, ...rest } = admin
  const passwordHash = await passwords.hash(password)
  await db.transaction().execute(async (transaction) => {
    await lockStaff(engine, transaction)
    if ((await countAdmins(transaction)) > 0) return
    await insertAdmin(transaction, { ...rest, role: 'super_admin', passwordHash, nowMs: now() })
  })
}
