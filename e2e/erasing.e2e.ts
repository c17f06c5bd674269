import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { fromBufferPromise } from 'yauzl'
import { expectNoAxeViolationsInThemes } from './support/axe.ts'
import { importUsers, importReports } from './support/users.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const user = (id: string) => ({ id, memberId: `HM-${id}`, firstName: 'Siân', lastName: `Llewellyn ${id}` })
const stored = '{"reportId":"0192f-odd","generatedAt":1772841600.0,"big":12345678901234567890}'

test.use({ serverOptions: { demo: false, filledBy: 'erasing' }, viewport: { width: 390, height: 844 } })
test.beforeAll(async ({ server }) => {
  await importUsers(server, [
    ...['one', 'two', 'three'].map(user),
    { id: 'without-member-id', memberId: '', firstName: 'Zoë' },
  ])
  await importReports(server, { two: [stored], 'early-bird': ['{"reportId":"early","generatedAt":1772841600}'] })
})

const dialog = (page: Page) => page.getByRole('dialog')
const more = (page: Page) => page.getByRole('button', { name: 'More actions' })
const choose = async (page: Page, action: string) => {
  await more(page).click()
  await page.getByRole('button', { name: action }).click()
}
const eraseButton = (page: Page) => dialog(page).getByRole('button', { name: 'Erase user' })

test('[erasing-1] a super admin erases a user by entering the member ID and a reason', async ({ page, server }) => {
  await signIn(page, server.admin)
  await page.goto('/user/one')
  await choose(page, 'Erase user')
  await expect(dialog(page)).toContainText(
    'They’ll no longer appear in lists and searches of users. This can’t be undone.',
  )
  await expect(dialog(page)).toContainText('audit log entries')
  await expect(page.getByLabel('Reason')).toBeFocused()
  await expect(eraseButton(page)).toBeDisabled()
  await page.getByLabel('Reason').fill('Request of 18 November')
  await page.getByRole('textbox', { name: 'Member ID' }).fill('HM-two')
  await expect(eraseButton(page)).toBeDisabled()
  await page.getByRole('textbox', { name: 'Member ID' }).fill('HM-one')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await expect(eraseButton(page)).toBeEnabled()
  await eraseButton(page).click()
  await expectToast(page, 'User erased')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('row').filter({ hasText: 'HM-one' })).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'HM-two' })).toHaveCount(1)
  await page.goto('/user/one')
  await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
})

test('a user without a member ID, and one of whom the console has only reports, are erased by the end of the user ID @faults', async ({
  page,
  server,
}) => {
  await signIn(page, server.admin)
  await test.step('a user without a member ID is erased by the user ID', async () => {
    await page.goto('/user/without-member-id')
    await choose(page, 'Erase user')
    await page.getByLabel('Reason').fill('Request of 18 November')
    await page.getByRole('textbox', { name: 'User ID' }).fill('ember-id')
    await eraseButton(page).click()
    await expectToast(page, 'User erased')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('row').filter({ hasText: 'HM-two' })).toHaveCount(1)
  })
  await test.step('a user of whom the console has only reports can be erased', async () => {
    await page.goto('/user/early-bird')
    await expect(
      page.getByText('If the console has only their reports, use “…” to export or erase them.'),
    ).toBeVisible()
    await expectNoAxeViolationsInThemes(page)
    await choose(page, 'Erase user')
    await page.getByLabel('Reason').fill('Request of 18 November')
    await page.getByRole('textbox', { name: 'User ID' }).fill('rly-bird')
    await eraseButton(page).click()
    await expectToast(page, 'User erased. Their reports are being deleted.')
    await expect(page).toHaveURL('/')
  })
})

test('[erasing-2] a user on legal hold cannot be erased, and all data of a user is downloaded as a page that can be read without the console', async ({
  page,
  server,
}) => {
  await signIn(page, server.admin)
  await page.goto('/user/two')
  await choose(page, 'Add legal hold')
  await page.getByLabel('Reason').fill('Complaint 2026-118')
  await page.getByRole('button', { name: 'Add legal hold' }).click()
  await expectToast(page, 'Legal hold added')
  await expect(page.getByText('Legal hold', { exact: true })).toBeVisible()
  await choose(page, 'Erase user')
  await expect(dialog(page)).toContainText('This user is on legal hold and can’t be erased.')
  await expect(dialog(page)).toContainText('“Complaint 2026-118”')
  await expect(eraseButton(page)).toBeDisabled()
  await expect(page.getByLabel('Reason')).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await choose(page, 'Remove legal hold')
  await expect(dialog(page)).toContainText('“Complaint 2026-118”')
  await dialog(page).getByRole('button', { name: 'Remove legal hold' }).click()
  await expectToast(page, 'Legal hold removed')
  await expect(page.getByText('Legal hold', { exact: true })).toHaveCount(0)

  await more(page).click()
  await page.keyboard.press('Escape')
  await expect(more(page)).toBeFocused()
  await choose(page, 'Export all data')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await expect(dialog(page)).toContainText('Enter a reason (one line)')
  await page.getByLabel('Reason').fill('Request of 18 November')
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const download = await arriving
  expect(download.suggestedFilename()).toBe('user-two.zip')
  await expectToast(page, 'File saved')
  await expect(more(page)).toBeFocused()

  const files = await unzip(readFileSync(await download.path()))
  expect(files.get('reports/00001.json')).toBe(stored)

  await test.step('an admin can do none of this', async () => {
    await page.context().clearCookies()
    await signIn(page, await addAdmin(server, newAccount('Plain Admin')))
    await page.goto('/user/three')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Llewellyn three')
    await expect(more(page)).toHaveCount(0)
  })

  await page.goto('about:blank')
  await page.setContent(files.get('index.html') ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Everything about Siân Llewellyn two')
  await expect(page.getByRole('row').filter({ hasText: 'Started to export all data' })).toHaveCount(1)
  await expectNoAxeViolationsInThemes(page)
})

async function unzip(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(bytes)
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = []
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part)
    files.set(entry.fileName, Buffer.concat(parts).toString())
  }
  return files
}
