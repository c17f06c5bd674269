import * as z from 'zod/mini'
import { ApiError, unavailable } from '../../../http/errors.ts'

/** The error that ends a sign-on. The message is shown on the sign-in page. */
export const signOnFailed = (message: string, adminId?: string) =>
  new ApiError('sign_on_failed', message, {
    isRejection: true,
    subject: adminId === undefined ? undefined : `admin:${adminId}`,
  })

/** Adds the page that the user wanted to open, for another attempt. */
export async function keepNext<Result>(next: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && next !== '') error.next = next
    throw error
  }
}

const text = z.catch(z.optional(z.string()), undefined)

/** The parts of the library's errors that explain what happened. */
const ProviderError = z.catch(
  z.object({
    name: text,
    code: text,
    status: z.catch(z.optional(z.number()), undefined),
    error: text,
    error_description: text,
    cause: z.optional(z.unknown()),
  }),
  {},
)

/** The parts of the cause of such an error. */
const Cause = z.catch(
  z.object({
    attribute: text,
    expected: z.optional(z.unknown()),
    body: z.catch(z.optional(z.object({ issuer: z.optional(z.unknown()) })), undefined),
    cause: z.catch(z.optional(z.object({ claim: text })), undefined),
  }),
  {},
)

export const notAsked = (name: string) =>
  `${name} didn’t ask you to sign in again, or a server’s clock is wrong. Start again, or contact a super admin.`

/** The id or the secret of the console is wrong, or it has no permission. */
const rejectsConsole = ['invalid_client', 'unauthorized_client']

/** The message for a user if the provider cannot be reached or its response is invalid. */
export function toSignOnError(error: unknown, name: string): ApiError {
  if (error instanceof ApiError) return error
  if (isAway(error)) return unavailable(`${name} can’t be reached. Try again in a moment.`, 5)
  const { code, error: reason, cause } = ProviderError.parse(error)
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR')
    return signOnFailed(
      reason === 'access_denied'
        ? `Signing in to ${name} was cancelled.`
        : `${name} didn’t let you in. Try again, or contact a super admin.`,
    )
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' && Cause.parse(cause).cause?.claim === 'auth_time')
    return signOnFailed(notAsked(name))
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED')
    return signOnFailed(
      `The response from ${name} has expired. Start again; if it keeps happening, a server’s clock is wrong.`,
    )
  if (isOtherIssuer(error))
    return signOnFailed(`${name} isn’t configured correctly in this console. Contact a super admin.`)
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' || code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
    return signOnFailed(`The response from ${name} isn’t meant for this sign-in. Start again.`)
  if (rejectsConsole.includes(reason ?? '') || statusOf(error) === 401)
    return signOnFailed(`${name} doesn’t accept this console. Contact a super admin.`)
  if (cause instanceof Error && cause.message.includes('auth_time'))
    return signOnFailed(`${name} didn’t report when you signed in there. Contact a super admin.`)
  return signOnFailed(`The response from ${name} can’t be used. Contact a super admin.`)
}

/** The details of the library's errors that the message leaves out, without email addresses. */
export function detailsOf(error: unknown): object {
  const { error: reason, error_description: description, cause } = ProviderError.parse(error)
  const { expected, body } = Cause.parse(cause)
  return {
    status: statusOf(error),
    reason,
    description: description?.slice(0, 300).replaceAll(/[^\s'"<]+@[^\s'">]+/g, '…'),
    ...(isOtherIssuer(error) && { expected, issuer: body?.issuer }),
  }
}

const endOfAccess = ['invalid_grant', 'login_required', 'interaction_required', 'consent_required', 'access_denied']

/** The provider no longer accepts a refresh token: it reports that, or rejects the request without a reason. */
export function isEnd(error: unknown): boolean {
  const { error: reason, cause } = ProviderError.parse(error)
  return endOfAccess.includes(reason ?? '') || (cause instanceof Response && cause.status === 400)
}

/** The provider did not respond, returned a server error, or is asked too often. */
export function isAway(error: unknown): boolean {
  const { name, code, cause } = ProviderError.parse(error)
  if (name === 'TypeError' && cause instanceof Error) return true
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return true
  const status = statusOf(error) ?? 0
  return status >= 500 || status === 429
}

function statusOf(error: unknown): number | undefined {
  const { status, cause } = ProviderError.parse(error)
  return cause instanceof Response ? cause.status : status
}

/** The provider's own URL is not the one in the settings. */
function isOtherIssuer(error: unknown): boolean {
  const { code, cause } = ProviderError.parse(error)
  return code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' && Cause.parse(cause).attribute === 'issuer'
}
