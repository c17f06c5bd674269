import type { Page } from '@playwright/test'
import { codeAt } from '../../server/testing/sessions/totp.ts'
import { expect } from './test.ts'

/** Sets up a second factor for the signed-in admin without the dialog. */
export async function setSecondFactor(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await page.request.post('/v1/auth/admin/second-factor')
  expect(begun.status(), await begun.text()).toBe(200)
  const { secret } = (await begun.json()).data
  let recoveryCodes: string[] = []
  await expect(async () => {
    const data = { code: earlierCode(secret) }
    const confirmed = await page.request.put('/v1/auth/admin/second-factor', { data })
    expect(confirmed.status(), await confirmed.text()).toBe(200)
    recoveryCodes = (await confirmed.json()).data.recoveryCodes
  }).toPass()
  return { secret, recoveryCodes }
}

/**
 * Returns the code of the previous time step, so that the current one can still be used. It is too old if the next step
 * begins before the server has checked it. In that case try again.
 */
export const earlierCode = (secret: string) => codeAt(secret, Date.now() - 30_000)
