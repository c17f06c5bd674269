import type { Page } from '@playwright/test'
import { publish } from './support/model-files.ts'
import { ageSignIns } from './support/sessions.ts'
import { patients, replaceTable } from './support/spreadsheets.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'

test.use({ serverOptions: { demo: false, settings: { BULK_PEOPLE: '50', BULK_DOWNLOADS: '1' } } })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm your password' })

async function confirm(page: Page, password: string) {
  await dialog(page).getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
}

test('[session-13] an admin who pages through many users must confirm the password and can then continue', async ({
  page,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Thorough Reader'))
  await signIn(page, account)
  await replaceTable(page, patients(100))
  ageSignIns(server)
  await page.goto('/hospital-patients')
  const firstCell = page.getByRole('rowheader').first()
  await expect(firstCell).toHaveText('1')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(firstCell).toHaveText('21')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(dialog(page)).toContainText(
    'You’ve viewed the data of many users in the past hour. Enter your password again',
  )
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await confirm(page, account.password)
  await expect(firstCell).toHaveText('41')
  ageSignIns(server)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(firstCell).toHaveText('61')
})

test('a download beyond the limit requires the password and then opens its tab, and a direct link to it leads to the files page', async ({
  page,
  context,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Keen Downloader'))
  await signIn(page, account)
  await publish(page, 'prompt.txt', 'Say it in one sentence.')
  await page.goto('/files')
  const link = page.getByRole('link', { name: 'Download Prompt file' })
  const url = (await link.getAttribute('href')) ?? ''
  const opened: string[] = []
  context.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().endsWith('/download')) opened.push(request.url())
  })
  ageSignIns(server)
  await link.click()
  await expect.poll(() => opened).toHaveLength(1)

  await link.click()
  await expect(dialog(page)).toContainText('You’ve downloaded many files in the past hour.')
  expect(opened).toHaveLength(1)
  const tab = await context.newPage()
  await tab.goto(url)
  await expect(tab).toHaveURL('/files')
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Files 3')
  await tab.close()
  expect(opened).toHaveLength(2)
  await confirm(page, account.password)
  await expect.poll(() => opened).toHaveLength(3)
})
