import type { Transaction } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tables } from '../../database/tables.ts'
import type { AdminsTable } from '../../database/tables/staff.ts'
import { ApiError } from '../../http/errors.ts'
import { isTrustedDevice } from '../sessions/devices.ts'
import { findSecondFactor } from './store.ts'
import { spendCode } from './spend-code.ts'

/** What comes with a password that was right. */
export type SecondStep = { code: string | undefined; deviceToken: string | undefined }

/**
 * The second step of a sign-in: nothing for those without a second factor and for browsers that are trusted, otherwise
 * a code, which is used up. Call it under the staff lock, and commit also after a refusal.
 * @returns the refusal, or whether the person has a second factor
 */
export async function passSecondFactor(
  transaction: Transaction<Tables>,
  context: Context,
  admin: AdminsTable,
  { code, deviceToken }: SecondStep,
): Promise<{ hasSecondFactor: boolean } | ApiError> {
  const factor = await findSecondFactor(transaction, admin.id)
  if (!factor) return { hasSecondFactor: false }
  if (code !== undefined) {
    const problem = await spendCode(transaction, context, admin, factor, code)
    return problem === undefined ? { hasSecondFactor: true } : codeNeeded(admin, problem)
  }
  if (deviceToken !== undefined && (await isTrustedDevice(transaction, deviceToken, admin.id, context.now())))
    return { hasSecondFactor: true }
  return codeNeeded(admin, 'Enter the code that your authenticator app shows.')
}

function codeNeeded({ id }: AdminsTable, message: string): ApiError {
  return new ApiError('second_factor', message, {
    fields: [{ path: 'code', message }],
    isRefusal: true,
    subject: `admin:${id}`,
  })
}
