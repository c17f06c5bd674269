import type { Page } from '@playwright/test'

export const subject = 'Reset your Health Console password'

export const deadLink = 'This link is no longer valid. Request a new one.'

export const newPassword = 'Copper-Harbour-2051'

export const email = (page: Page) => page.getByLabel('Email')

export const password = (page: Page) => page.getByLabel('Password', { exact: true })

export const confirm = (page: Page) => page.getByLabel('Confirm password')

export const save = (page: Page) => page.getByRole('button', { name: 'Confirm', exact: true })

export const reset = (page: Page) => page.getByRole('button', { name: 'Reset password' })
