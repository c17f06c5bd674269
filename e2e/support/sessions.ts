import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { forgetSessions } from './kept-sessions.ts'
import type { RunningServer } from './server.ts'

/** Makes the last password confirmation of every session, and the views counted since, more than ten minutes old. */
export function ageSignIns({ dataDir }: RunningServer): void {
  const database = new DatabaseSync(path.join(dataDir, 'console.db'), { timeout: 10_000 })
  database.exec('UPDATE sessions SET confirmed_at_ms = confirmed_at_ms - 601000')
  database.exec('UPDATE counted_uses SET at_ms = at_ms - 601000')
  database.close()
  forgetSessions()
}

/** Ends a page's session once no request is under way, so that the test's next request is the first to be rejected. */
export async function endSession(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
}
