import type { Locator, Page } from '@playwright/test'
import { changesOf, expectOpen, walk } from './support/double-click.ts'
import { withoutFetchingAhead } from './support/fetch-ahead.ts'
import { ageSignIns } from './support/sessions.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'

const idleMinutes = 15

test.use({ serverOptions: { demo: false } })

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

walk((_width, twice) => {
  test('the warning that the session ends', async ({ page, server }) => {
    await page.clock.install()
    await signIn(page, server.admin)
    // a later answer would keep the session alive
    await withoutFetchingAhead(page)
    await page.goto('/admins')
    await expect(page.getByRole('row').filter({ hasText: server.admin.email })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const changes = changesOf(page)
    const warning = dialog(page, 'Are you still there?')
    const untilWarningMs = (idleMinutes - 2) * 60_000 + 5_000
    await page.clock.fastForward(untilWarningMs)
    await twice(button(warning, 'Stay signed in'))
    await expect(warning).toBeHidden()
    await expectOpen(page)
    await page.clock.fastForward(untilWarningMs)
    await twice(button(warning, 'Close'))
    await expect(warning).toBeHidden()
    await expectOpen(page)
    expect(changes).toEqual([])

    await page.clock.fastForward(untilWarningMs)
    await twice(button(warning, 'Log out'))
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
    expect(changes).toEqual(['POST /v1/auth/admin/logout'])
  })

  test('a session that has ended', async ({ page, context, server }) => {
    await signIn(page, server.admin)
    await page.goto('/')
    const ended = dialog(page, 'Your session has ended')
    const endSession = async (search: string) => {
      await page.getByRole('searchbox').fill(search)
      await context.clearCookies()
      await page.keyboard.press('Enter')
      await expect(ended).toBeVisible()
    }
    await endSession('x')
    const changes = changesOf(page)
    await ended.getByLabel('Password', { exact: true }).fill(server.admin.password)
    await twice(button(ended, 'Sign in'))
    await expect(ended).toBeHidden()
    await expectOpen(page)
    expect(changes).toEqual(['POST /v1/auth/admin/login'])

    await endSession('y')
    await twice(button(ended, 'Log out'))
    await expect(page).toHaveURL('/login')
    await expectOpen(page)
    expect(changes).toHaveLength(1)
  })

  test('the prompt for the password', async ({ page, server }) => {
    const colleague = await addAdmin(server, newAccount('Leaving Colleague'))
    await signIn(page, server.admin)
    await page.goto('/admins')
    const row = page.getByRole('row').filter({ hasText: colleague.email })
    const question = page.getByRole('alertdialog', { name: 'Revoke access?' })
    const prompt = dialog(page, 'Confirm your password')
    ageSignIns(server)
    await twice(button(row, `Revoke access of ${colleague.fullName}`))
    await twice(button(question, 'Confirm'))
    await expectOpen(page, question, prompt)
    await twice(button(prompt, 'Cancel'))
    await expect(prompt).toBeHidden()
    await expectOpen(page, question)

    await twice(button(question, 'Confirm'))
    await expectOpen(page, question, prompt)
    const changes = changesOf(page)
    await prompt.getByLabel('Password', { exact: true }).fill(server.admin.password)
    await twice(button(prompt, 'Confirm'))
    await expect(row).toHaveCount(0)
    await expectOpen(page)
    expect(changes.map((change) => change.split('?')[0])).toEqual([
      'POST /v1/auth/admin/confirm',
      expect.stringMatching(/^(POST|PUT|DELETE|PATCH) /),
    ])
  })
})
