import type { BrowserContext, Cookie, Page } from '@playwright/test'
import type { Account } from './server.ts'

type Session = { cookies: Cookie[]; begunAtMs: number }

/** The sessions of each browser by the email address of their admin. */
const kept = new WeakMap<BrowserContext, Map<string, Session>>()
let forgottenAtMs = 0

/** This is half of the time after which the console requests the password again, so each test has the other half. */
const usableMs = 5 * 60_000

/** Continues the session that an earlier test began in this browser. @returns false when there no longer is one */
export async function resumeSession(page: Page, { email }: Account): Promise<boolean> {
  const session = kept.get(page.context())?.get(email)
  if (!session || session.begunAtMs < Math.max(forgottenAtMs, performance.now() - usableMs)) return false
  await page.context().addCookies(session.cookies)
  return (await page.request.get('/v1/auth/admin/me')).ok()
}

export async function keepSession(page: Page, { email }: Account): Promise<void> {
  const sessions = kept.get(page.context()) ?? new Map<string, Session>()
  kept.set(page.context(), sessions)
  sessions.set(email, { cookies: await page.context().cookies(), begunAtMs: performance.now() })
}

/** Makes each sign-in from now on begin a new session. */
export function forgetSessions(): void {
  forgottenAtMs = performance.now()
}
