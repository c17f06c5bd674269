import type { Page } from '@playwright/test'
import type { EndUser } from '@health-console/contract/users/users.ts'
import { expect } from './test.ts'

export const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })

export const field = (page: Page) => palette(page).getByRole('combobox')

export const options = (page: Page) => palette(page).getByRole('option')

export const chosen = (page: Page) => palette(page).getByRole('option', { selected: true })

export const heading = (page: Page) => page.locator('#content').getByRole('heading', { level: 1 })

export async function open(page: Page) {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

/** Collects the searches that are requested from the server from now on. */
export function recordSearches(page: Page): string[] {
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (searchParams.has('search')) requested.push(`${pathname} ${searchParams.get('search')}`)
  })
  return requested
}

export async function findUser(page: Page) {
  const { data } = (await (await page.request.get('/v1/users')).json()) as { data: EndUser[] }
  const user = data.find(({ lastName }) => lastName.length > 3)
  if (!user) throw new Error('The demo has no user with a long name')
  return user
}
