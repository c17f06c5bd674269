import type { Page } from '@playwright/test'
import { readValues } from '../server/testing/spreadsheet/read-all.ts'
import { stopClock } from './support/clock.ts'
import { patients, replaceTable } from './support/spreadsheets.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'

const headings = [
  'Member ID',
  'Subject ID',
  'Sex',
  'Age',
  'Height(cm)',
  'Weight(kg)',
  'Systolic BP (mmHg)',
  'Diastolic BP (mmHg)',
  'BMI (kg/m²)',
  'Hypertension',
  'Diabetes',
  'Cerebral infarction',
  'Cerebrovascular disease',
]

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by Member ID' })
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const sortBy = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const column = (page: Page, name: string) => page.locator(`tbody :is(th, td):nth-child(${headings.indexOf(name) + 1})`)

// This file has its own server, on which nothing has been imported.
test.use({ serverOptions: { demo: false, settings: { PAGE_SIZE: '20' } } })

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server.admin)
})

test('[patients-9] before the first import the table and the history are empty', async ({ page }) => {
  await page.goto('/hospital-patients')
  await expect(page.getByText('No items.')).toBeVisible()
  await expect(title(page)).toHaveText('Hospital Patients 0')
  await expect(page.getByText('Last updated: -')).toBeVisible()
  await page.getByRole('button', { name: 'Import history' }).click()
  await expect(page.getByRole('dialog').getByText('Nothing has been imported yet.')).toBeVisible()
})

test.describe('with 45 patients', () => {
  test.beforeEach(async ({ page }) => {
    const changes = {
      7: { bmi: 23.2354, weight: undefined },
      8: { bmi: undefined, age: 31 },
      9: { systolicBloodPressure: 181, diastolicBloodPressure: 90 },
    }
    await replaceTable(page, patients(45, changes))
  })

  test('[patients-1] [patients-2] [patients-3] [patients-4] [patients-8] the table of patients has its columns, pages and sort orders, and its first column stays in view on a phone', async ({
    page,
  }) => {
    await page.goto('/hospital-patients')
    await expect(title(page)).toHaveText('Hospital Patients 45')
    await expect(page).toHaveTitle('Hospital Patients · Health Console')
    await expect(page.getByRole('columnheader')).toHaveText(headings)
    await expect(column(page, 'BMI (kg/m²)').nth(6)).toHaveText('23.24')
    await expect(column(page, 'BMI (kg/m²)').nth(7)).toHaveText('-')
    await expect(column(page, 'Weight(kg)').nth(6)).toHaveText('-')
    await expect(page.getByText('Showing 1-20 of 45 results')).toBeVisible()
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date())
    await expect(page.getByText(/^Last updated: /)).toHaveText(new RegExp(`^Last updated: ${day}, \\d\\d:\\d\\d$`))

    await page.getByRole('link', { name: 'Page 3' }).click()
    await expect(page).toHaveURL('/hospital-patients?page=3')
    await expect(page.getByText('Showing 41-45 of 45 results')).toBeVisible()
    await sortBy(page, 'Systolic BP (mmHg)')
    await expect(page).toHaveURL('/hospital-patients?sort=systolicBloodPressure')
    await expect(heading(page, 'Systolic BP (mmHg)')).toHaveAttribute('aria-sort', 'ascending')
    await sortBy(page, 'Systolic BP (mmHg)')
    await expect(page).toHaveURL('/hospital-patients?sort=systolicBloodPressure&order=desc')
    await expect(heading(page, 'Systolic BP (mmHg)')).toHaveAttribute('aria-sort', 'descending')
    await expect(column(page, 'Member ID').first()).toHaveText('9')
    await page.reload()
    await expect(column(page, 'Systolic BP (mmHg)').first()).toHaveText('181')
    await sortBy(page, 'Systolic BP (mmHg)')
    await expect(page).toHaveURL('/hospital-patients')
    await expect(column(page, 'Member ID')).toHaveText(Array.from({ length: 20 }, (_, index) => String(index + 1)))

    await test.step('missing values are last in ascending and first in descending order, and IDs are in natural order', async () => {
      await sortBy(page, 'BMI (kg/m²)')
      await page.getByRole('link', { name: 'Page 3' }).click()
      await expect(column(page, 'BMI (kg/m²)').last()).toHaveText('-')
      await sortBy(page, 'BMI (kg/m²)')
      await expect(column(page, 'BMI (kg/m²)').first()).toHaveText('-')
      await sortBy(page, 'Member ID')
      await sortBy(page, 'Member ID')
      await expect(column(page, 'Member ID').first()).toHaveText('45')
      await expect(column(page, 'Member ID').nth(1)).toHaveText('44')
    })
    await test.step('a page past the end leads to the last page', async () => {
      await page.goto('/hospital-patients?page=99')
      await expect(page).toHaveURL('/hospital-patients?page=3')
    })
    await test.step('on a phone the first column stays while the others scroll', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      const first = column(page, 'Member ID').first()
      const last = column(page, 'Cerebrovascular disease').first()
      await expect(last).not.toBeInViewport()
      const before = await first.boundingBox()
      await last.scrollIntoViewIfNeeded()
      await expect(last).toBeInViewport()
      expect(await first.boundingBox()).toEqual(before)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    })
  })

  test('[patients-11] columns and compact rows are remembered per admin, and the download has all found rows @faults', async ({
    page,
    server,
  }) => {
    await page.goto('/hospital-patients?search=4&sort=memberId&order=desc')
    const rowHeight = () =>
      page
        .locator('tbody tr')
        .first()
        .evaluate((row) => row.clientHeight)
    await expect(title(page)).toHaveText('Hospital Patients 10')
    const before = await rowHeight()
    await page.getByRole('button', { name: 'Customise table' }).click()
    const dialog = page.getByRole('dialog', { name: 'Customise table' })
    await dialog.getByRole('checkbox', { name: 'Subject ID' }).uncheck()
    await dialog.getByRole('checkbox', { name: 'Compact rows' }).check()
    await dialog.getByRole('button', { name: 'Move Age up' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.reload()
    const chosen = ['Member ID', 'Age', 'Sex', ...headings.slice(4)]
    await expect(page.getByRole('columnheader')).toHaveText(chosen)
    expect(await rowHeight()).toBeLessThan(before)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download results' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('hospital-patients-results.xlsx')
    const [first, ...rows] = await readValues(await download.path())
    expect(first).toEqual(headings)
    expect(rows.map(([memberId]) => memberId).slice(0, 3)).toEqual(['45', '44', '43'])
    expect(rows).toHaveLength(10)

    await page.evaluate(() => fetch('/v1/auth/admin/logout', { method: 'POST' }))
    await signIn(page, await addAdmin(server, newAccount('Grace Hopper')))
    await page.goto('/hospital-patients')
    await expect(page.getByRole('columnheader')).toHaveText(headings)
  })

  test('[patients-5] [patients-7] [patients-15] a search starts after the last key, keeps the sort order, and shows the current table', async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto('/hospital-patients?page=2&sort=memberId&order=desc')
    await expect(column(page, 'Member ID').first()).toHaveText('25')
    await page.waitForLoadState('networkidle')
    await stopClock(page)
    const searched: string[] = []
    page.on('request', (request) => {
      const text = new URL(request.url()).searchParams.get('search')
      if (text !== null) searched.push(text)
    })
    await search(page).pressSequentially('4')
    await page.clock.runFor(790)
    await search(page).pressSequentially('0')
    await page.clock.resume()
    await expect(column(page, 'Member ID')).toHaveText(['40'])
    await expect(page).toHaveURL('/hospital-patients?sort=memberId&order=desc&search=40')
    await expect(title(page)).toHaveText('Hospital Patients 1')
    await expect(page.getByRole('navigation', { name: 'Pagination' })).toBeHidden()
    expect(searched).toEqual(['40'])

    await search(page).fill('4')
    await search(page).press('Enter')
    await expect(column(page, 'Member ID')).toHaveText(['45', '44', '43', '42', '41', '40', '34', '24', '14', '4'])
    await page.goBack()
    await expect(search(page)).toHaveValue('40')
    await expect(column(page, 'Member ID')).toHaveText(['40'])

    await test.step('the navigation clears the search, and Back restores it', async () => {
      const navigation = page.getByRole('navigation', { name: 'Main' })
      await navigation.getByRole('link', { name: 'Admins' }).click()
      await expect(title(page)).toContainText('Admins')
      await navigation.getByRole('link', { name: 'Hospital patients' }).click()
      await expect(title(page)).toHaveText('Hospital Patients 45')
      await expect(search(page)).toHaveValue('')
      await page.goBack()
      await page.goBack()
      await expect(search(page)).toHaveValue('40')
      await expect(title(page)).toHaveText('Hospital Patients 1')
    })
    await test.step('a search without results says so and still shows when the table was updated', async () => {
      await search(page).fill('zebra')
      await search(page).press('Enter')
      await expect(page.getByText('Nothing found.')).toBeVisible()
      await expect(page.getByText('Adjust the search or try again later.')).toBeVisible()
      await expect(page.getByText(/^Last updated: /)).toBeVisible()
    })
    await test.step('after the search the table that another admin has imported in the meantime is shown', async () => {
      await replaceTable(page, patients(3))
      await page.getByRole('button', { name: 'Clear search' }).last().click()
      await expect(title(page)).toHaveText('Hospital Patients 3')
    })
  })
})
