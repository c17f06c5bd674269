import { ApiError, unavailable } from '../../http/errors.ts'

/** The error that ends a sign-on. The message is shown on the sign-in page. */
export const signOnFailed = (message: string, adminId?: string) =>
  new ApiError('sign_on_failed', message, {
    isRefusal: true,
    subject: adminId === undefined ? undefined : `admin:${adminId}`,
  })

/** Adds where the person wanted to go, for another attempt. */
export async function keepNext<Result>(next: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && next !== '') error.next = next
    throw error
  }
}

/** The parts of the library's errors that say what happened. */
type ProviderError = {
  name?: string
  code?: string
  status?: number
  error?: string
  error_description?: string
  cause?: unknown
}

/** The id or the secret of the console is wrong, or it may not do this. */
const refusesConsole = ['invalid_client', 'unauthorized_client']

/** What a person is told when the provider cannot be reached or its answer is invalid. */
export function toSignOnError(error: unknown, name: string): ApiError {
  if (error instanceof ApiError) return error
  if (isAway(error)) return unavailable(`${name} cannot be reached. Try again in a moment.`, 5)
  const { code, error: reason, cause } = error as ProviderError
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR')
    return signOnFailed(
      reason === 'access_denied'
        ? `Signing in at ${name} was cancelled.`
        : `${name} did not let you in. Try again, or tell a super admin.`,
    )
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' && claimOf(cause) === 'auth_time')
    return signOnFailed(
      `${name} did not make you sign in anew, or a clock is wrong. Begin again, or tell a super admin.`,
    )
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED')
    return signOnFailed(`The answer of ${name} is too old. Begin again; if that does not help, a clock is wrong.`)
  if (isOtherIssuer(error))
    return signOnFailed(`The address of ${name} is set wrongly in this console. Tell a super admin.`)
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' || code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
    return signOnFailed(`The answer of ${name} is not meant for this sign-in. Begin again.`)
  if (refusesConsole.includes(reason ?? '') || statusOf(error) === 401)
    return signOnFailed(`${name} does not accept this console. Tell a super admin.`)
  if (cause instanceof Error && cause.message.includes('auth_time'))
    return signOnFailed(`${name} did not say when you signed in there. Tell a super admin.`)
  return signOnFailed(`The answer of ${name} cannot be used. Tell a super admin.`)
}

/** The claim that a check of a token is about. */
const claimOf = (cause: unknown) => (cause instanceof Error ? (cause.cause as { claim?: unknown }).claim : undefined)

/** What the log leaves out of the library's errors, without addresses of people. */
export function detailsOf(error: unknown): object {
  const { error: reason, error_description: description, cause } = error as ProviderError
  const { expected, body } = (cause ?? {}) as { expected?: unknown; body?: { issuer?: unknown } }
  return {
    status: statusOf(error),
    reason,
    description: description?.slice(0, 300).replaceAll(/[^\s'"<]+@[^\s'">]+/g, '…'),
    ...(isOtherIssuer(error) && { expected, issuer: body?.issuer }),
  }
}

const endOfAccess = ['invalid_grant', 'login_required', 'interaction_required', 'consent_required', 'access_denied']

/** The provider no longer takes a refresh token: it says so, or refuses the request without a reason. */
export function isEnd(error: unknown): boolean {
  const { error: reason, cause } = error as ProviderError
  return endOfAccess.includes(reason ?? '') || (cause instanceof Response && cause.status === 400)
}

/** The provider did not answer, or with a server error. */
export function isAway(error: unknown): boolean {
  const { name, code, cause } = error as ProviderError
  if (name === 'TypeError' && cause instanceof Error) return true
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return true
  return (statusOf(error) ?? 0) >= 500
}

function statusOf(error: unknown): number | undefined {
  const { status, cause } = error as ProviderError
  return cause instanceof Response ? cause.status : status
}

/** The provider's own address is not the one in the settings. */
function isOtherIssuer(error: unknown): boolean {
  const { code, cause } = error as ProviderError
  const { attribute } = (cause ?? {}) as { attribute?: unknown }
  return code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' && attribute === 'issuer'
}
