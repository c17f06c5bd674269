import type { Page } from '@playwright/test'
import { expectToast } from './toasts.ts'

export const subject = 'Confirm your new email address for Health Console'

export const home = (page: Page) => page.getByRole('link', { name: 'Go to home page' })

/** Requests a change of email address in the settings of the signed-in admin. */
export async function requestChange(page: Page, next: string) {
  await page.goto('/')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByLabel('Email').fill(next)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alertdialog', { name: 'Change e-mail?' }).getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'A verification link has been sent to your new e-mail')
}
