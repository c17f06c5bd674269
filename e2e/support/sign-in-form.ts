import type { Page } from '@playwright/test'
import { withoutFetchingAhead } from './fetch-ahead.ts'
import { expect } from './test.ts'

export const email = (page: Page) => page.getByLabel('Email')

export const password = (page: Page) => page.getByLabel('Password', { exact: true })

export const submit = (page: Page) => page.getByRole('button', { name: 'Sign in' })

export const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by Name or ID' })

export async function fillAndSubmit(page: Page, account: { email: string; password: string }) {
  await email(page).fill(account.email)
  await password(page).fill(account.password)
  await submit(page).click()
}

export const noUsers = 'Users appear here once your health-data product sends them.'

/** Opens the users page. From then on only the test's actions send requests. */
export async function openUsers(page: Page) {
  await withoutFetchingAhead(page)
  await page.goto('/')
  await expect(page.getByText(noUsers)).toBeVisible()
  await expect(page.getByText('Getting started')).toBeVisible()
}
