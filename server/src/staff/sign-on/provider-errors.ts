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

/** What a person is told when the provider cannot be reached or its answer is invalid. */
export function toSignOnError(error: unknown, name: string): ApiError {
  if (error instanceof ApiError) return error
  if (isAway(error)) return unavailable(`${name} cannot be reached. Try again in a moment.`, 5)
  const { code, error: reason } = error as { code?: string; error?: string }
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR')
    return signOnFailed(
      reason === 'access_denied'
        ? `Signing in at ${name} was cancelled.`
        : `${name} did not let you in. Try again, or tell a super admin.`,
    )
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED')
    return signOnFailed(`The answer of ${name} is too old. Begin again; if that does not help, a clock is wrong.`)
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' || code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
    return signOnFailed(`The answer of ${name} is not meant for this sign-in. Begin again.`)
  return signOnFailed(`The answer of ${name} cannot be used. Tell a super admin.`)
}

/** The provider did not answer, or with a server error. */
export function isAway(error: unknown): boolean {
  const { name, code, status, cause } = error as { name?: string; code?: string; status?: number; cause?: unknown }
  if (name === 'TypeError' && cause instanceof Error) return true
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return true
  return (cause instanceof Response ? cause.status : (status ?? 0)) >= 500
}
