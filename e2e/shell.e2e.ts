import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { stopClock } from './support/clock.ts'
import { withoutFetchingAhead } from './support/fetch-ahead.ts'
import { importUsers, numberedUsers } from './support/users.ts'
import { goOffline } from './support/offline.ts'
import { expect, signIn, test } from './support/test.ts'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const link = (page: Page, name: string) => navigation(page).getByRole('link', { name })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.use({ serverOptions: { demo: false, settings: { PRODUCT_NAME: 'Vital <Signs> & "Co"' } } })
test.beforeAll(async ({ server }) => importUsers(server, numberedUsers(3)))

test('[shell-1] [shell-4] [shell-5] [shell-11] every page names the product, has a title and focuses its heading, and the keyboard can skip the sidebar', async ({
  page,
  server,
}) => {
  await page.goto('/login')
  await expect(heading(page)).toHaveText('Sign in to Vital <Signs> & "Co"')
  await expect(page).toHaveTitle('Sign in · Vital <Signs> & "Co"')
  await signIn(page, server.admin)
  await page.goto('/')
  await expect(page).toHaveTitle('Users · Vital <Signs> & "Co"')
  const sidebar = page.getByRole('complementary', { name: 'Console' })
  await expect(sidebar.getByRole('link', { name: 'Vital <Signs> & "Co"' })).toHaveAttribute('href', '/')
  const pages = ['Users', 'Hospital patients', 'Files', 'Admins', 'Audit log']
  await expect(navigation(page).getByRole('link')).toHaveText(pages)
  await expect(sidebar).toContainText(server.admin.fullName)
  await expect(sidebar).toContainText(server.admin.email)
  await expect(sidebar.getByText('AØ', { exact: true })).toBeVisible()
  await expect(sidebar.getByRole('button', { name: 'Settings' })).toBeVisible()
  await expect(sidebar.getByRole('button', { name: 'Log out' })).toBeVisible()

  await expect(heading(page)).toContainText('Users')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveURL('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox')).toBeFocused()

  for (const [name, title] of [
    ['Hospital patients', 'Hospital Patients'],
    ['Files', 'Files'],
    ['Admins', 'Admins'],
    ['Users', 'Users'],
  ] as const) {
    await link(page, name).click()
    await expect(heading(page)).toContainText(title)
    await expect(heading(page)).toBeFocused()
    await expect(page).toHaveTitle(new RegExp(`^${title} · `))
  }
  await page.getByRole('table').getByRole('link', { name: 'HM-2001' }).click()
  await expect(heading(page)).toHaveText('Given001 Family001`s reports 0')
  await expect(heading(page)).toBeFocused()
})

test('[shell-2] each page marks its link and makes at most 40 requests, including prefetching', async ({
  page,
  server,
}) => {
  await signIn(page, server.admin)
  for (const [path, name] of [
    ['/', 'Users'],
    ['/user/person-001', 'Users'],
    ['/hospital-patients', 'Hospital patients'],
    ['/files', 'Files'],
    ['/admins', 'Admins'],
    ['/audit', 'Audit log'],
  ] as const) {
    await page.goto(path)
    await expect(navigation(page).locator('[aria-current=page]')).toHaveText([name])
    await page.waitForLoadState('networkidle')
    const requests = await page.evaluate(() => 1 + performance.getEntriesByType('resource').length)
    expect(requests, path).toBeLessThanOrEqual(40)
  }
})

test('[shell-6] the code of the pages of visible links is prefetched, and no view is logged', async ({
  page,
  server,
}) => {
  await signIn(page, server.admin)
  await page.goto('/files')
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const code = page.waitForResponse(/assets\/hospital-patients-.*\.js/)
  await page.reload()
  expect((await code).status()).toBe(200)
  for (const name of ['Users', 'Admins', 'Hospital patients']) await link(page, name).hover()
  await page.waitForLoadState('networkidle')
  for (const path of ['/v1/users', '/v1/admins', '/v1/hospital-patients']) expect(requested).not.toContain(path)
})

test('[shell-6] pointing at a link for 100 ms prefetches its page', async ({ page, server }) => {
  await signIn(page, server.admin)
  await withoutFetchingAhead(page)
  await page.clock.install()
  await page.goto('/files')
  await expect(heading(page)).toContainText('Files')
  await page.waitForLoadState('networkidle')
  await stopClock(page)
  const requested: string[] = []
  const code = /assets\/hospital-patients-.*\.js/
  page.on('request', (request) => code.test(request.url()) && requested.push(request.url()))

  await link(page, 'Hospital patients').hover()
  await page.clock.runFor(90)
  expect(requested).toEqual([])
  await page.clock.runFor(20)
  await expect.poll(() => requested).toHaveLength(1)
})

test('[shell-7] the theme can be chosen and is remembered', async ({ page, server }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page, server.admin)
  await page.goto('/')
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  const choice = page.getByRole('group', { name: 'Theme' })
  const openSettings = () => page.getByRole('button', { name: 'Settings' }).click()
  await openSettings()
  await choice.getByRole('radio', { name: 'Dark' }).check({ force: true })
  await expect.poll(ground).not.toBe(light)
  const dark = await ground()
  await page.reload()
  expect(await ground()).toBe(dark)
  await openSettings()
  await choice.getByRole('radio', { name: 'System' }).check({ force: true })
  await expect.poll(ground).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(ground).toBe(dark)
})

test('[entry-6] an unknown URL shows that there is no such page, both with and without a sign-in', async ({
  page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/)
  for (const [isSignedIn, paths] of [
    [false, ['/no/such/page', '/%', '/Login']],
    [true, ['/user/%E0%A4%A', '/hospital-patients%', '/Files']],
  ] as const) {
    if (isSignedIn) await signIn(page, server.admin)
    for (const path of paths) {
      expect((await page.goto(path))?.status()).toBe(404)
      await expect(heading(page)).toHaveText('We can’t find this page')
      await expect(page).toHaveTitle(/^Page not found · /)
    }
  }
  await page.getByRole('link', { name: 'Go to home' }).click()
  await expect(page).toHaveURL('/')
  await expect(heading(page)).toContainText('Users')
})

test('[shell-10] without a network the page shows that it is offline', async ({ page, server }) => {
  const offline = page.getByText('You’re offline.')
  await page.goto('/login')
  await page.getByLabel('Email').fill(server.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(server.admin.password)
  await goOffline(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('You’re offline.')
  await page.context().setOffline(false)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toContainText('Users')
  await page.waitForLoadState('networkidle')

  await goOffline(page)
  await page.getByRole('searchbox').fill('nothing')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Users' }).getByRole('alert')).toContainText('Failed to fetch users')
  await expect(offline).toBeVisible()
  await page.context().setOffline(false)
  await expect(offline).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('[shell-8] on a phone the sidebar is a drawer from which an admin can log out', async ({ page, server }) => {
    await signIn(page, server.admin)
    await page.goto('/')
    await expect(navigation(page)).toHaveCount(0)
    const menu = page.getByRole('button', { name: 'Open menu' })
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await menu.click()
    await expect(drawer).toContainText(server.admin.fullName)
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(menu).toBeFocused()

    await menu.click()
    await drawer.getByRole('button', { name: 'Close menu' }).click()
    await expect(drawer).toBeHidden()

    await menu.click()
    await drawer.getByRole('link', { name: 'Files' }).click()
    await expect(page).toHaveURL('/files')
    await expect(drawer).toBeHidden()

    // A link to the current page also closes the drawer.
    await menu.click()
    await drawer.getByRole('link', { name: 'Files' }).click()
    await expect(drawer).toBeHidden()

    await menu.click()
    await page.getByRole('button', { name: 'Log out' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to log out?' })
    await dialog.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/login')
  })
})
