import type { Credentials } from '@health-console/contract/sessions.ts'
import { call } from '../../api/client.ts'
import { isSignedOut } from '../../api/errors.ts'
import { reportSessionRenewal } from '../../api/session-events.ts'
import { getMe, login, logout } from './lean-endpoints.ts'
import { tellOtherTabs } from './session-channel.ts'

export type Session = Awaited<ReturnType<typeof askWho>>['data']

export type Entry = { state: 'signed-in'; session: Session } | { state: 'signed-out' | 'unreachable' }

// Plain module state, because the sign-in page does without the query library.
let lastEntry: Entry | undefined

const askWho = () => call(getMe, {})

/** Who is there, for a page that needs somebody: asked until it is known. */
export async function enter(): Promise<Entry> {
  return lastEntry?.state === 'signed-in' ? lastEntry : askEntry()
}

/** Who is there, as far as has been asked: a failed entry leads to the sign-in page, which need not ask again. */
export async function recentEntry(): Promise<Entry> {
  return lastEntry ?? askEntry()
}

export async function askEntry(): Promise<Entry> {
  try {
    const { data } = await askWho()
    lastEntry = { state: 'signed-in', session: data }
  } catch (error) {
    console.warn('The current admin could not be fetched:', error instanceof Error ? error.message : error)
    lastEntry = { state: isSignedOut(error) ? 'signed-out' : 'unreachable' }
  }
  return lastEntry
}

export async function signIn(body: Credentials): Promise<Session> {
  const { data } = await call(login, { body })
  rememberSession(data)
  return data
}

/** A session has begun for this browser, by signing in or by accepting an invitation. */
export function rememberSession(session: Session): void {
  if (lastEntry?.state === 'signed-in' && lastEntry.session.user.id === session.user.id) reportSessionRenewal()
  lastEntry = { state: 'signed-in', session }
  tellOtherTabs({ type: 'signed-in', adminId: session.user.id })
}

export async function signOut(): Promise<void> {
  await call(logout, {})
  forgetSession()
  tellOtherTabs({ type: 'signed-out' })
}

/** The session is over for this tab, whoever ended it. */
export function forgetSession(): void {
  lastEntry = { state: 'signed-out' }
}
