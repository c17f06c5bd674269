import type { confirmIdentity as contract } from '@health-console/contract/staff/sessions.ts'
import { hashToken } from '../../../core/crypto/token.ts'
import type { EndpointRequest } from '@health-console/contract/http/endpoint.ts'
import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import { type ApiError, unauthenticated, wrongSecret } from '../../../http/errors.ts'
import type { SignedInAdmin } from '../../../http/requests/caller.ts'
import { checkAssertion, spendAssertion } from '../credentials/passkey-answers.ts'
import { verifyOwnPassword } from '../credentials/passwords.ts'
import { spendOwnCode } from '../credentials/totp.ts'
import { confirmSession } from './store.ts'
import { type Attempt, attemptInSession } from '../throttle/attempts.ts'
import { countAttempt } from '../throttle/throttle.ts'

type Confirmation = EndpointRequest<typeof contract>['body']

type CheckedConfirmation = {
  attempt?: Attempt
  /** Uses up the code or passkey. @returns the error if it is wrong */
  spend?: (transaction: Transaction) => Promise<ApiError | undefined>
}

/**
 * Checks the password, code or passkey that confirms the identity.
 * @throws ApiError for a wrong password, or `rate_limited`
 */
export async function checkConfirmation(
  context: Context,
  admin: SignedInAdmin,
  { password, code, passkey }: Confirmation,
): Promise<CheckedConfirmation> {
  if (code !== undefined) {
    const attempt = attemptInSession(context, 'code', admin.session.tokenHash)
    await countAttempt(context, attempt)
    return {
      attempt,
      spend: async (transaction) => wrong('code', await spendOwnCode(transaction, context, admin, code)),
    }
  }
  if (passkey !== undefined) {
    const attempt = attemptInSession(context, 'passkey', admin.session.tokenHash)
    await countAttempt(context, attempt)
    const checked = await checkAssertion(context, { use: 'confirm', holder: admin.session.id }, passkey, admin.id)
    return {
      attempt,
      spend: async (transaction) =>
        wrong('passkey', 'error' in checked ? checked.error : await spendAssertion(transaction, context, checked)),
    }
  }
  await verifyOwnPassword(context, admin, { password: password ?? '', field: 'password' })
  return {}
}

const wrong = (field: string, error: string | undefined) =>
  error === undefined ? undefined : wrongSecret(field, error)

/**
 * Records that an admin has just confirmed their identity. The session continues with a new token, so that a stolen
 * copy of the old one is worthless.
 */
export async function confirmIdentity(
  transaction: Transaction,
  { now }: Context,
  { session }: SignedInAdmin,
  token: string,
): Promise<void> {
  const tokenHash = hashToken(token)
  if (!(await confirmSession(transaction, session.tokenHash, { tokenHash, nowMs: now() }))) throw unauthenticated()
  session.tokenHash = tokenHash
}
