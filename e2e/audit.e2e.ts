import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Download, Page } from '@playwright/test'
import { importUsers, numberedUsers } from './support/users.ts'
import { patients, replaceTable } from './support/spreadsheets.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'

test.use({ serverOptions: { demo: false, filledBy: 'audit' } })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

async function downloadedBy(page: Page, act: () => Promise<unknown>): Promise<Download> {
  const downloading = page.waitForEvent('download')
  await act()
  return downloading
}

async function exported(page: Page, format: 'CSV' | 'NDJSON'): Promise<Download> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('button', { name: 'Export entries' }).click()
  const exporting = dialog(page, 'Export the audit log')
  // The radio button covers its label.
  await exporting.getByRole('radio', { name: format, exact: true }).check({ force: true })
  const download = await downloadedBy(page, () =>
    exporting.getByRole('button', { name: 'Export', exact: true }).click(),
  )
  expect(download.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.(csv|ndjson)$/)
  await expect(exporting.getByText('The file has been saved.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(exporting).toBeHidden()
  return download
}

async function verify(script: string, lines: string): Promise<string> {
  return (await promisify(execFile)(process.execPath, [script, lines])).stdout
}

test.beforeAll(async ({ server }) => importUsers(server, numberedUsers(3)))

test('[audit-3] a super admin finds out who viewed a user, opens the entry, filters the audit log and exports it', async ({
  page,
  server,
}) => {
  const colleague = await addAdmin(server, newAccount('Curious Colleague'))
  await signIn(page, colleague)
  await page.goto('/user/person-001')
  await expect(heading(page)).toContainText('Given001')
  await page.context().clearCookies()
  await signIn(page, server.admin)

  // The super admin comes from the user's page.
  await page.goto('/user/person-001')
  await page.getByRole('button', { name: 'Who has viewed this' }).click()
  const seen = dialog(page, 'Who has viewed Given001 Family001')
  await expect(seen.getByRole('listitem').filter({ hasText: colleague.fullName })).toContainText('Viewed')
  await seen.getByRole('link', { name: 'Show in the audit log' }).click()

  await expect(page).toHaveTitle('Audit log · Health Console')
  await expect(page).toHaveURL('/audit?subject=user:person-001')
  await expect(heading(page)).toBeFocused()
  // The requests of one view are one entry if they were made within a second.
  const viewed = new RegExp(`${colleague.fullName} (opened|viewed) a user`)
  await row(page, viewed).getByRole('button').first().click()
  const details = page.getByRole('row').filter({ hasText: 'What' }).filter({ hasText: 'Outcome' })
  await details.getByRole('button', { name: 'Technical details' }).first().click()
  await expect(details.getByRole('button', { name: 'Copy request ID' }).first()).toBeAttached()
  await expect(details.getByRole('link', { name: 'HM-2001' }).first()).toHaveAttribute('href', '/user/person-001')
  await details.getByRole('link', { name: 'Only this admin' }).first().click()
  await expect(page).toHaveURL(/\/audit\?actor=[^&]+$/)

  await page.getByLabel('Action').selectOption('Signed in')
  await expect(page.locator('tbody button')).toHaveCount(1)
  await expect(row(page, `${colleague.fullName} signed in`)).toBeVisible()
  await page.goBack()
  await expect(row(page, viewed).first()).toBeVisible()
  await page.getByLabel('Outcome').selectOption('Denied')
  await expect(page.getByText('Nothing found.')).toBeVisible()
  await page.getByRole('button', { name: 'Reset' }).click()

  const table = await exported(page, 'CSV')
  expect(readFileSync(await table.path(), 'utf8')).toContain('Sequence,')
  await page.reload()
  await expect(row(page, server.admin.fullName).first()).toContainText('exported entries of the audit log')
  await expect(row(page, server.admin.fullName).first()).toContainText('You')
})

test('[audit-8] the whole audit log is exported and can be verified without the server', async ({ page, server }) => {
  await signIn(page, server.admin)
  await page.goto('/audit')
  const lines = await (await exported(page, 'NDJSON')).path()

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('button', { name: 'Verify an export' }).click()
  const proof = dialog(page, 'Verify the audit log')
  await expect(proof.getByRole('button', { name: 'Copy public key' })).toBeAttached()
  const verifier = await downloadedBy(page, () => proof.getByRole('link', { name: 'Download the verifier' }).click())
  const script = test.info().outputPath(verifier.suggestedFilename())
  await verifier.saveAs(script)
  expect(await verify(script, lines)).toContain('is intact')
  writeFileSync(lines, readFileSync(lines, 'utf8').replace('"outcome":"ok"', '"outcome":"denied"'))
  await expect(verify(script, lines)).rejects.toThrow()
})

test('[audit-4] a button beside the member ID shows who has seen a patient @faults', async ({ page, server }) => {
  await signIn(page, server.admin)
  await replaceTable(page, patients(3))
  await page.goto('/hospital-patients')
  await page
    .getByRole('button', { name: /^Who has viewed patient/ })
    .first()
    .click()
  await expect(dialog(page, /^Who has viewed/).getByRole('heading', { level: 3 })).toHaveText(/^Not viewed/)
  await dialog(page, /^Who has viewed/)
    .getByText('Only appeared in a list')
    .click()
  const line = dialog(page, /^Who has viewed/).getByRole('listitem')
  await expect(line).toContainText(server.admin.fullName)
  await expect(line).toContainText('In a list')
})

test('[audit-2] an admin cannot open the audit log @faults', async ({ page, server }) => {
  await signIn(page, await addAdmin(server, newAccount('Plain Admin')))
  await page.goto('/user/person-001')
  await expect(heading(page)).toContainText('Given001')
  await expect(page.getByRole('button', { name: 'Who has viewed this' })).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Users',
    'Hospital patients',
    'Files',
    'Admins',
  ])
  await page.goto('/audit')
  await expect(heading(page)).toHaveText('We can’t find this page')
  expect((await page.request.get('/v1/audit-events')).status()).toBe(403)
})
