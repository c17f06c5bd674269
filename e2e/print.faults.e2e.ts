import type { Page } from '@playwright/test'
import { print, skipWithoutPdfReader } from './support/printed.ts'
import { expect, signIn, test } from './support/test.ts'

// Pages of the list that need several sheets.
test.use({ serverOptions: { demo: true, settings: { PAGE_SIZE: '60' } } })
skipWithoutPdfReader()

const heading = (page: Page) => page.locator('#content').getByRole('heading', { level: 1 })
const cells = (page: Page, name: string, nth: number) =>
  page.getByRole('region', { name }).locator(`tbody tr :is(th, td):nth-child(${nth})`).allInnerTexts()

/** Expects the footer on each sheet. */
function expectFeet(sheets: string[], what: string) {
  for (const [index, sheet] of sheets.entries()) {
    expect(sheet).toContain(`Health Console · ${what}`)
    expect(sheet).toMatch(/Printed by Ada Østergård, \d{1,2} \w+ \d{4}, \d\d:\d\d UTC/)
    expect(sheet).toContain(`Page ${index + 1} of ${sheets.length}`)
  }
  expect(sheets.join('\n')).not.toMatch(/Log out|Skip to content|Export|Re-upload|Previous page/)
}

test.beforeEach(async ({ page, server }) => signIn(page, server.admin))

test('[patients-14] patients are printed in landscape with all rows and columns', async ({ page }) => {
  await page.goto('/hospital-patients')
  await expect(page.getByRole('region', { name: 'Hospital patients' }).getByRole('row')).toHaveCount(61)
  const { sheets, isAcross } = await print(page)
  expect(isAcross).toBe(true)
  expectFeet(sheets, 'Hospital Patients')
  expect(sheets.length).toBeGreaterThan(1)
  for (const sheet of sheets) expect(sheet).toMatch(/MEMBER ID +SUBJECT ID/i)
  const heads = await page.getByRole('columnheader').locator('.caps:not(.sr-only)').allInnerTexts()
  expect(heads).toHaveLength(13)
  const text = sheets.join('\n')
  for (const word of heads.join(' ').split(/\s/)) expect(text).toContain(word)
  for (const id of await cells(page, 'Hospital patients', 1)) expect(text).toMatch(new RegExp(`\\b${id}\\b`))
  for (const word of (await cells(page, 'Hospital patients', 13)).join(' ').split(' ')) expect(text).toContain(word)
  expect(text).toContain('Showing 1-60 of 219 results')
})

test('the audit log is printed with all entries and columns, and with its headings on each sheet', async ({ page }) => {
  await page.goto('/audit?as=entries')
  await expect(page.getByText(/^Showing/)).toBeVisible()
  const { sheets, isAcross } = await print(page)
  expect(isAcross).toBe(false)
  expect(sheets.length).toBeGreaterThan(1)
  expectFeet(sheets, 'Audit log')
  for (const sheet of sheets) expect(sheet).toMatch(/Time UTC +What happened +About +IP address/)
  const addresses = await page
    .getByRole('region', { name: 'Audit log' })
    .getByText(/^\d+\.\d+\.\d+\.\d+$/)
    .count()
  expect(addresses).toBeGreaterThan(20)
  expect(sheets.join('\n').match(/\b\d+\.\d+\.\d+\.\d+\b/g)).toHaveLength(addresses)
})

test('the footer names the search, and the dark theme prints like the light one', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/?search=adeyemi')
  await expect(page.getByRole('region', { name: 'Users' }).getByRole('row').nth(1)).toBeVisible()
  const { sheets } = await print(page)
  expectFeet(sheets, 'Users, search “adeyemi”')
  await page.emulateMedia({ media: 'print' })
  const [red = 0] = (await heading(page).evaluate((element) => getComputedStyle(element).color)).match(/[\d.]+/) ?? []
  expect(Number(red)).toBeLessThan(0.5)
})

test('when a dialog is open, only the dialog is printed', async ({ page }) => {
  await page.goto('/hospital-patients?dialog=history')
  await expect(page.getByRole('dialog').getByText('219 rows')).toBeVisible()
  const { sheets } = await print(page)
  expectFeet(sheets, 'Import history')
  expect(sheets).toHaveLength(1)
  expect(sheets[0]).toContain('219 rows')
  expect(sheets[0]).not.toContain('Hospital Patients')
})

test('files, admins and the sessions of an admin are printed with all their texts', async ({ page }) => {
  for (const [path, what] of [
    ['/files', 'Files'],
    ['/admins', 'Admins'],
  ] as const) {
    await page.goto(path)
    await expect(page.locator('tbody tr').first()).toBeVisible()
    const { sheets } = await print(page)
    expectFeet(sheets, what)
    for (const name of await cells(page, what, 1))
      for (const word of name.split(/\s+/)) expect(sheets[0]).toContain(word)
  }
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Your sessions' }).click()
  await expect(page.getByText('This browser', { exact: true })).toBeVisible()
  const { sheets } = await print(page)
  expectFeet(sheets, 'Your sessions')
  expect(sheets[0]).toContain('Chrome on Linux')
})

test('[reports-17] a report is printed with all its sections and the user it belongs to', async ({ page }) => {
  await page.goto('/?search=adeyemi')
  await page.getByRole('region', { name: 'Users table' }).getByRole('link').first().click()
  await expect(heading(page)).toContainText('Adeyemi')
  await page.getByRole('region', { name: 'Reports table' }).getByRole('button', { name: /^View/ }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('section').last()).toBeVisible()
  // This replaces the system's print dialog, which the button would open.
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await dialog.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', '')
  const { sheets } = await print(page)
  const text = sheets.join('\n')
  expectFeet(sheets, (await dialog.getByRole('heading', { level: 2 }).textContent())?.trim() ?? '')
  expect(sheets).toHaveLength(1)
  expect(sheets[0]).toMatch(/Daily cardiovascular report\s+\w+ Adeyemi, HM-\d+, born \d{1,2} \w+ \d{4}/)
  const words = (await dialog.locator('section').allInnerTexts()).join(' ').split(/\s+/).filter(Boolean)
  expect(words.length).toBeGreaterThan(50)
  for (const word of words) expect(text).toContain(word)
  expect(text).not.toMatch(/Close|Copy|JSON/)
})
