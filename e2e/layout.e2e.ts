import type { Page } from '@playwright/test'
import { demoServer, openList, openUser } from './support/screen.ts'
import { expect, signIn, test } from './support/test.ts'

// What fits into which window.
test.use({ serverOptions: demoServer, viewport: { width: 1440, height: 900 } })
test.beforeEach(async ({ page, server }) => {
  await signIn(page, server.admin)
})

/** The rows of the page's table that are in view as a whole. */
const wholeRows = (page: Page) =>
  page.locator('main [role=region]').evaluate((box) => {
    const top = Math.max(
      box.getBoundingClientRect().top,
      box.querySelector('thead')?.getBoundingClientRect().bottom ?? 0,
    )
    const bottom = Math.min(box.getBoundingClientRect().bottom, innerHeight)
    const rows = [...box.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect())
    return rows.filter((row) => row.top > top - 2 && row.bottom < bottom + 2).length
  })

const top = async (page: Page, name: string) => (await page.getByRole('button', { name }).boundingBox())?.y

test('patients: the tools are on one line, 15 rows in view, and with compact rows all 13 columns', async ({ page }) => {
  await openList(page, '/hospital-patients')
  expect(await top(page, 'Download table')).toBe(await top(page, 'Re-upload table'))
  expect(await wholeRows(page)).toBeGreaterThanOrEqual(15)
  await page.getByRole('button', { name: 'Columns and rows' }).click()
  await page.getByRole('checkbox', { name: 'Compact rows' }).check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('columnheader')).toHaveCount(13)
  expect(await wholeRows(page)).toBe(20)
  const box = page.getByRole('region', { name: 'Hospital patients table' })
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('[shell-9] from 768 to 1100 px the sidebar is a rail, whose icons have names', async ({ page }) => {
  await openList(page, '/')
  const sidebar = page.getByRole('complementary', { name: 'Console' })
  for (const [width, sidebarWidth] of [
    [1101, 248],
    [1100, 64],
    [768, 64],
  ] as const) {
    await page.setViewportSize({ width, height: 768 })
    expect((await sidebar.boundingBox())?.width, `at ${width} px`).toBe(sidebarWidth)
  }
  for (const name of ['Users', 'Hospital patients', 'Files', 'Admins', 'Audit log'])
    await expect(sidebar.getByRole('link', { name, exact: true })).toHaveAttribute('title', name)
  await sidebar.getByRole('radio', { name: 'Dark' }).check({ force: true })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await sidebar.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await sidebar.getByRole('button', { name: 'Settings' }).click()
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
})

test('a page is at most 1680 px wide, but patients use the whole window', async ({ page }) => {
  await page.setViewportSize({ width: 2560, height: 1440 })
  const width = async (name: string) => (await page.getByRole('region', { name, exact: true }).boundingBox())?.width
  await openList(page, '/')
  expect(await width('Users')).toBe(1680)
  await openList(page, '/hospital-patients')
  expect(await width('Hospital patients')).toBe(2560 - 248 - 64)
})

for (const [path, label] of [
  ['/', 'Users'],
  ['/hospital-patients', 'Hospital patients'],
  ['/audit', 'Audit log'],
] as const)
  test(`${label}: from the search to the pager it is at most 30 times Tab`, async ({ page }) => {
    await openList(page, path)
    await expect(page.getByRole('region', { name: label, exact: true }).getByRole('navigation')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.getByRole('searchbox').focus()
    const isInPager = () => page.evaluate(() => document.activeElement?.closest('[aria-label=Pagination]') !== null)
    let presses = 0
    while (presses < 100 && !(await isInPager())) {
      await page.keyboard.press('Tab')
      presses += 1
    }
    expect(presses).toBeLessThanOrEqual(30)
  })

test('in a window of 720 × 450, a zoom of 200 %, the page scrolls and the table does not', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await openUser(page)
  expect(await wholeRows(page)).toBeGreaterThanOrEqual(2)
  for (const open of [openUser, (page: Page) => openList(page, '/'), (page: Page) => openList(page, '/audit')]) {
    await open(page)
    const main = page.getByRole('main')
    await page.locator('tbody tr').first().hover()
    await page.mouse.wheel(0, 600)
    await expect.poll(() => main.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
    expect(await page.locator('main [role=region]').evaluate(({ scrollTop }) => scrollTop)).toBe(0)
    expect(await wholeRows(page)).toBeGreaterThanOrEqual(4)
  }
  // another page begins at its first row
  await openList(page, '/')
  await page.getByRole('link', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL('/?page=2')
  await expect(page.locator('tbody tr').first()).toBeInViewport()
})

test('at 320 px no time is behind the actions', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of ['/files', '/admins']) {
    await openList(page, path)
    const covered = await page.locator('tbody time').evaluateAll((times) =>
      times
        .filter((time) => {
          const actions = time.closest('tr')?.lastElementChild?.getBoundingClientRect()
          return actions && time.getBoundingClientRect().right > actions.left
        })
        .map((time) => time.textContent),
    )
    expect(covered, path).toEqual([])
  }
})

test('the filters of the audit log are one line beside the rail, with at least 9 entries in view', async ({ page }) => {
  for (const [width, height] of [
    [1024, 768],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openList(page, '/audit')
    const tops = await Promise.all(
      ['Who', 'Action', 'About', 'Outcome', 'Days'].map(async (label) => {
        const box = await page.getByLabel(label, { exact: true }).locator('..').boundingBox()
        return box && box.y + box.height / 2
      }),
    )
    expect(new Set(tops).size, `at ${width} px: ${tops.join(', ')}`).toBe(1)
    expect(await wholeRows(page), `at ${width} px`).toBeGreaterThanOrEqual(9)
  }
})
