import { withLock } from '../lib/locks.ts'
import { createStore } from '../lib/store.ts'

type Listener = () => void

const renewals = createStore(0)
/** The admin has signed in again after the session ended. Requests that were rejected before can be repeated. */
export const reportSessionRenewal = () => renewals.set(renewals.get() + 1)
/** Changes with each renewal of the session. */
export const sessionNumber = renewals.get

const renewalLock = 'health-console-session-renewal'

/** Sends a request that renews the session's token. */
export async function renewSession(send: () => Promise<Response>): Promise<Response> {
  return withLock(renewalLock, {}, async () => {
    const response = await send()
    if (response.ok) reportSessionRenewal()
    return response
  })
}

/**
 * Waits for such a request in this tab or another, because its new token may arrive later than the rejection of the old
 * one.
 * @returns whether there was one
 */
export async function waitForRenewal(): Promise<boolean> {
  const options = { mode: 'shared', ifAvailable: true } as const
  const isUnderWay = await withLock(renewalLock, options, (lock) => lock === null)
  if (isUnderWay) await withLock(renewalLock, { mode: 'shared' }, () => undefined)
  return isUnderWay
}

const acceptedListeners = new Set<Listener>()
const ended = new Set<Listener>()

/** The server accepted a request, so the session's idle time restarts. */
export const reportAccepted = () => notify(acceptedListeners)

const signIn = createStore<PromiseWithResolvers<boolean> | undefined>(undefined)

/**
 * The session has ended. Asks the admin to sign in again, in a dialog over the page. Concurrent requests share one
 * dialog.
 * @returns false if no page can show the dialog, or if the page is left instead
 */
export async function signInAgain(): Promise<boolean> {
  if (ended.size === 0) return false
  const asked = signIn.get() ?? Promise.withResolvers<boolean>()
  signIn.set(asked)
  notify(ended)
  return asked.promise
}

/** Whether the same admin has signed in again. */
export function answerSignIn(isSignedIn: boolean): void {
  signIn.get()?.resolve(isSignedIn)
  signIn.set(undefined)
}

export const onAccepted = (listener: Listener) => subscribe(acceptedListeners, listener)
export const onSessionEnd = (listener: Listener) => subscribe(ended, listener)

function notify(listeners: Set<Listener>) {
  for (const listener of listeners) listener()
}

function subscribe(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
