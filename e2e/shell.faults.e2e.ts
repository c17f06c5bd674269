import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { withoutFetchingAhead } from './support/fetch-ahead.ts'
import { importUsers, numberedUsers } from './support/users.ts'
import { goOffline } from './support/offline.ts'
import { openList } from './support/screen.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast, shownToasts } from './support/toasts.ts'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const link = (page: Page, name: string) => navigation(page).getByRole('link', { name })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.use({ serverOptions: { demo: false, settings: { PRODUCT_NAME: 'Vital <Signs> & "Co"' } } })
test.beforeAll(async ({ server }) => importUsers(server, numberedUsers(3)))

test('[entry-7] a page that fails to render shows that something went wrong', async ({
  page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/./)
  await signIn(page, server.admin)
  await page.goto('/')
  // The page throws an error, because its dates cannot be shown.
  await page.addInitScript(() => {
    if (sessionStorage.getItem('error') === null) return
    Date.prototype.getUTCFullYear = () => {
      throw new Error('An error in the page')
    }
  })
  await page.evaluate(() => sessionStorage.setItem('error', ''))
  await page.reload()
  await expect(heading(page)).toHaveText('Something went wrong')
  await expect(link(page, 'Admins')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page)).toHaveText('Something went wrong')
  await page.evaluate(() => sessionStorage.clear())
  await page.getByRole('link', { name: 'Go to home' }).click()
  await expect(page).toHaveURL('/')
  await expect(heading(page)).toContainText('Users')
})

test('[widgets-26] a page whose code is missing shows an error beside the navigation and can be retried without a page load', async ({
  page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/./)
  await signIn(page, server.admin)
  await page.route('**/assets/user._userId-*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/')
  await page.getByRole('table').getByRole('link', { name: 'HM-2001' }).click()
  await expect(heading(page)).toHaveText('Something went wrong')
  await expect(link(page, 'Admins')).toBeVisible()
  await page.evaluate(() => document.body.setAttribute('data-kept', ''))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
  await expect(heading(page)).toHaveText('Something went wrong')
  await page.unroute('**/assets/user._userId-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page)).toContainText('Given001 Family001')
  await expect(page.locator('body')).toHaveAttribute('data-kept')
})

test('[widgets-26] a page and a dialog that cannot load offline say so in their place, and load once the network is back', async ({
  page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/./)
  await signIn(page, server.admin)
  await withoutFetchingAhead(page)
  // The code that should be prefetched did not arrive.
  for (const code of ['settings-dialog', 'files']) await page.route(`**/assets/${code}-*.js`, (route) => route.abort())
  await openList(page, '/')
  await goOffline(page)

  await page.getByRole('button', { name: 'Settings' }).click()
  const failed = page.getByRole('dialog', { name: 'Something went wrong' })
  await expect(failed.getByRole('alert')).toContainText('You’re offline.')
  await expect(page.getByRole('table', { includeHidden: true })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.unroute('**/assets/settings-dialog-*.js')
  await page.context().setOffline(false)
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Settings' })).toBeFocused()

  await goOffline(page)
  await link(page, 'Files').click()
  await expect(heading(page)).toHaveText('Something went wrong')
  await expect(page.getByRole('main').getByText('You’re offline.')).toBeVisible()
  await page.unroute('**/assets/files-*.js')
  await page.context().setOffline(false)
  await expect(heading(page)).toContainText('Files')
})

for (const from of ['the navigation', 'a page load']) {
  test(`a page whose code does not load by ${from} shows an error after 10 s, with a button to try again`, async ({
    page,
    server,
  }) => {
    await signIn(page, server.admin)
    await withoutFetchingAhead(page)
    await page.clock.install()
    let isHeld = true
    const requested = page.waitForRequest(/assets\/admins-.*\.js/)
    await page.route('**/assets/admins-*.js', async (route) => {
      if (!isHeld) await route.continue()
    })
    if (from === 'the navigation') {
      await page.goto('/')
      await link(page, 'Admins').click()
    } else {
      await page.goto('/admins', { waitUntil: 'commit' })
    }
    await requested
    const failure = page.getByRole('alert').filter({ hasText: 'Couldn’t load the page' })
    await expect(async () => {
      await page.clock.fastForward('00:10')
      await expect(failure).toBeVisible({ timeout: 500 })
    }).toPass()
    await expectNoAxeViolations(page)
    isHeld = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toContainText('Admins')
  })
}

test('a dialog whose code is slow shows a notice after 10 s, and opens once loaded', async ({ page, server }) => {
  await signIn(page, server.admin)
  // The code that shows notices is also prefetched, and is requested again.
  await page.route('**/assets/toaster-*.js', (route) => route.abort(), { times: 1 })
  const failedToPrefetch = page.waitForEvent('requestfailed', (request) => request.url().includes('/toaster-'))
  await page.clock.install()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/settings-dialog-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await failedToPrefetch
  await page.getByRole('button', { name: 'Settings' }).click()
  // The first jump in time may happen before the page has requested the code.
  await expect(async () => {
    await page.clock.fastForward('00:10')
    expect(shownToasts(page)).not.toEqual([])
  }).toPass()
  await expectToast(page, 'This is taking a while. Wait, or reload the page.', 'alert')
  release()
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
})
