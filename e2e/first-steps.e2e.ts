import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { seeScreens } from './support/screen.ts'

test.use({ serverOptions: { demo: false, filledBy: 'first-steps' } })

const whereFrom = 'Users appear here once your health-data product sends them.'

test('[users-20] an empty console says where users come from, and shows super admins their first steps', async ({
  page,
  server,
}) => {
  await signIn(page, server.admin)
  await page.goto('/')
  await expect(page.getByText('Nothing found.')).toBeVisible()
  await expect(page.getByText('Adjust the search or try again later.')).toBeVisible()
  await expect(page.getByText(whereFrom)).toBeVisible()
  await expect(page.getByText('bin/console import-users FILE')).toBeHidden()
  await page.getByText('For system administrators').last().click()
  await expect(page.getByText('bin/console import-users FILE')).toBeVisible()
  const steps = page.getByRole('region', { name: /^Getting started/ })
  await expect(steps.getByRole('listitem')).toHaveCount(6)
  await expect(steps.getByText('0 of 6 done')).toBeVisible()
  await expect(steps.getByText('Still missing: Main LLM, PPG Encoder, Prompt file.')).toBeVisible()

  const folder = mkdtempSync(path.join(tmpdir(), 'console-backup-'))
  await server.runConsole(['backup', folder])
  rmSync(folder, { recursive: true })
  await page.reload()
  await expect(steps.getByText('1 of 6 done')).toBeVisible()
  await expect(steps.getByRole('listitem').first()).toHaveText('A backup, done')
  await steps.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('dialog', { name: 'Two-step sign-in' })).toBeVisible()
  await page.keyboard.press('Escape')
  await steps.getByRole('link', { name: 'Invite' }).click()
  await expect(page.getByRole('dialog', { name: 'Invite admins' })).toBeVisible()

  await seeScreens(page, server, [
    { name: 'first steps', open: (p) => p.goto('/').then(() => expect(steps.getByText('1 of 6 done')).toBeVisible()) },
  ])

  await page.goto('/?search=nobody')
  await expect(page.getByText('Nothing found.')).toBeVisible()
  await expect(page.getByText(whereFrom)).toHaveCount(0)
  await expect(steps).toHaveCount(0)

  await page.context().clearCookies()
  await signIn(page, await addAdmin(server, newAccount('Plain Admin')))
  await page.goto('/')
  await expect(page.getByText(whereFrom)).toBeVisible()
  await expect(steps).toHaveCount(0)
})
