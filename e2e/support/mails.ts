import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Waits in the mailbox for the newest email with a subject to an address, and opens it. */
export async function openMail(page: Page, subject: string, to: string): Promise<void> {
  const mail = page.getByRole('row').filter({ hasText: to }).getByRole('link', { name: subject, exact: true })
  await expect(async () => {
    await page.goto('/mailbox')
    await expect(mail.first()).toBeVisible({ timeout: 500 })
  }).toPass()
  await mail.first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(subject)
}

/** Returns the link in the open email. */
export function linkInMail(page: Page) {
  return page.locator('pre a')
}

/** Returns the URL of the link in the newest email with a subject. */
export async function mailedLink(page: Page, subject: string, to: string): Promise<string> {
  await openMail(page, subject, to)
  return (await linkInMail(page).getAttribute('href')) ?? ''
}

/** Requests a link without running scripts, as email scanners do. */
export async function scanLink(page: Page, url: string): Promise<void> {
  expect((await page.request.get(url)).status()).toBe(200)
  expect((await page.request.head(url)).status()).toBe(200)
}
