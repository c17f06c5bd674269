import type { PasskeyAssertion } from '@health-console/contract/staff/passkeys.ts'
import { getMe, login, logout, signInByPasskey, type Credentials } from '@health-console/contract/staff/sessions.ts'
import { call, poll } from '../../api/client.ts'
import { isSignedOut } from '../../api/errors.ts'
import { queryClient } from '../../api/query-client.ts'
import { reportSessionRenewal } from '../../api/session-events.ts'
import { fetchSession, sessionQuery, type Session } from '../../api/session-query.ts'
import { type Failure, toFailure } from '../../lib/failure.ts'
import { notifyOtherTabs } from './session-channel.ts'

type Entry =
  | { state: 'signed-in'; session: Session }
  | { state: 'signed-out' }
  /** The session could not be checked, but may still be valid. */
  | { state: 'failed'; failure: Failure }

const { queryKey } = sessionQuery

/** The signed-in admin, for a page that requires one. It is fetched until it is known. */
export async function enter(): Promise<Entry> {
  const session = queryClient.getQueryData(queryKey)
  return session ? { state: 'signed-in', session } : fetchEntry()
}

/**
 * The signed-in admin for the sign-in page, which does not fetch again after a failed entry or the end of a session.
 */
export async function recentEntry(): Promise<Entry> {
  const { data, error } = queryClient.getQueryState(queryKey) ?? {}
  if (data === null) return { state: 'signed-out' }
  return !data && error ? failedEntry(error) : enter()
}

export async function fetchEntry(): Promise<Entry> {
  try {
    const session = await fetchSession()
    return session ? { state: 'signed-in', session } : { state: 'signed-out' }
  } catch (error) {
    return failedEntry(error)
  }
}

function failedEntry(error: unknown): Entry {
  if (isSignedOut(error)) return { state: 'signed-out' }
  return { state: 'failed', failure: toFailure(error) }
}

/** Signs in with email address and password, or with only a passkey. */
export async function signIn(body: Credentials | { passkey: PasskeyAssertion }): Promise<Session> {
  const { data } = await ('email' in body ? call(login, { body }) : call(signInByPasskey, { body }))
  await requireCookie()
  rememberSession(data)
  return data
}

/** A browser that blocks cookies drops the session's cookie, so each page would say that the session has ended. */
async function requireCookie(): Promise<void> {
  try {
    await poll(getMe, {}, {})
  } catch (error) {
    if (isSignedOut(error)) throw new CookiesBlocked()
  }
}

/** The sign-in succeeded, but the browser does not keep its cookie. */
export class CookiesBlocked extends Error {
  override message =
    'Your browser blocks cookies, so you can’t stay signed in. Allow cookies for this site and try again.'
}

/** A session has begun for this browser, by signing in or by accepting an invitation. */
export function rememberSession(session: Session): void {
  const adminId = session.user.id
  if (queryClient.getQueryData(queryKey)?.user.id === adminId) reportSessionRenewal()
  queryClient.setQueryData(queryKey, session)
  notifyOtherTabs({ type: 'signed-in', adminId })
}

export async function signOut(): Promise<void> {
  await call(logout, {})
  forgetSession()
  notifyOtherTabs({ type: 'signed-out' })
}

/** The session has ended for this tab. */
export function forgetSession(): void {
  queryClient.setQueryData(queryKey, null)
}
