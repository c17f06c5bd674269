import { emailKeyOf } from '@health-console/contract/text.ts'
import type { Credentials } from '@health-console/contract/sessions.ts'
import type { Transaction } from 'kysely'
import { findAdminByEmail, findAdmins, lockStaff, renewPasswordHash } from '../admins/store.ts'
import type { Context } from '../../context.ts'
import type { Tables } from '../../database/tables.ts'
import type { AdminsTable } from '../../database/tables/staff.ts'
import { ApiError } from '../../http/errors.ts'
import { beginSession, type NewSession } from './begin-session.ts'
import { isDeviceOf } from './devices.ts'
import { type Attempt, attemptOfStranger, attemptOnDevice, forgiveAttempt, tryPassword } from './throttle.ts'

type Origin = { address: string; deviceToken: string | undefined }

/** The admin whose password was right, and a new hash if the stored one has a lower cost. */
type CheckedCredentials = { admin: AdminsTable; attempt: Attempt; renewedHash: string | undefined }

/**
 * Checks a password. Known and unknown addresses cost the same work and get the same answer.
 * @throws ApiError `wrong_credentials`, or `rate_limited` before any password is checked
 */
export async function checkCredentials(
  context: Context,
  { email, password }: Credentials,
  origin: Origin,
): Promise<CheckedCredentials> {
  const { db, passwords } = context
  const admin = await findAdminByEmail(db, email)
  const attempt = await attemptOf(context, emailKeyOf(email), admin, origin)
  const matches = await tryPassword(context, attempt, password, admin?.passwordHash)
  if (!admin || !matches || admin.role === 'user') throw wrongCredentials(admin)
  const renewedHash = passwords.isOutdated(admin.passwordHash) ? await passwords.hash(password) : undefined
  return { admin, attempt, renewedHash }
}

/**
 * Begins the session, unless the person's sessions were ended since the password was read.
 * @returns the current row of the admin
 */
export async function signIn(
  transaction: Transaction<Tables>,
  context: Context,
  { admin, attempt, renewedHash }: CheckedCredentials,
  session: NewSession,
): Promise<AdminsTable> {
  await lockStaff(context.engine, transaction)
  const [current] = await findAdmins(transaction, [admin.id])
  if (!current || current.role === 'user' || current.credentialsVersion !== admin.credentialsVersion) {
    throw wrongCredentials(admin)
  }
  if (renewedHash !== undefined) {
    await renewPasswordHash(transaction, admin.id, { before: admin.passwordHash, after: renewedHash })
  }
  await forgiveAttempt(transaction, context, attempt)
  await beginSession(transaction, admin.id, session)
  return current
}

async function attemptOf(
  context: Context,
  emailKey: string,
  admin: AdminsTable | undefined,
  { address, deviceToken }: Origin,
): Promise<Attempt> {
  // Also checked for unknown addresses: the same work.
  const adminId = admin?.id ?? ''
  if (deviceToken !== undefined && (await isDeviceOf(context.db, deviceToken, adminId)))
    return attemptOnDevice(context, adminId, deviceToken)
  return attemptOfStranger(context, emailKey, address)
}

function wrongCredentials(admin: AdminsTable | undefined): ApiError {
  const message = 'The e-mail or the password is not right.'
  return new ApiError('wrong_credentials', message, { isRefusal: true, subject: admin && `admin:${admin.id}` })
}
