import type { Page } from '@playwright/test'
import { userFields } from '../contract/src/users/users.ts'
import { importUsers, numberedUsers, type User } from './support/users.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast, shownToasts } from './support/toasts.ts'

const special: User[] = [
  {
    id: 'lukasz',
    memberId: 'HM-1220668',
    firstName: 'Łukasz',
    lastName: 'Aaa-Wiśniewski von Habsburg-Lothringen',
    dateOfBirth: '1988-07-20',
  },
  { id: 'a/b?c', memberId: 'HM-9000001', firstName: 'Siân', lastName: 'Aab O’Neill', email: 'sian+1@mail.example' },
  { id: 'nameless', memberId: '' },
]
// With 20 users per page this makes eight pages.
const allUsers = [...numberedUsers(150), ...special]

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by Name or ID' })
const rows = (page: Page) => page.getByRole('table').locator('tbody tr')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const pager = (page: Page) => page.getByRole('navigation', { name: 'Pagination' })
const cells = (page: Page) => pager(page).locator('ol li:not(:first-child):not(:last-child)')

// This file has its own server, because tests that share one would add their users to the totals.
test.use({ serverOptions: { demo: false, settings: { PAGE_SIZE: '20' } } })
test.beforeAll(async ({ server }) => importUsers(server, allUsers))
test.beforeEach(async ({ page, server }) => signIn(page, server.admin))

test('[users-1] [users-18] the list shows all users, twenty per page, and scrolls in its box on a phone', async ({
  page,
}) => {
  await page.goto('/')
  await expect(heading(page)).toHaveText('Users 153')
  await expect(page).toHaveTitle('Users · Health Console')
  await expect(search(page)).toHaveAttribute('placeholder', 'Search by Name or ID')
  await expect(page.getByRole('columnheader')).toHaveText(Object.values(userFields).map(({ label }) => label))
  await expect(rows(page)).toHaveCount(20)
  await expect(pager(page)).toContainText('Showing 1-20 of 153 results')
  await expect(cells(page)).toHaveText(['1', '2', '3', '…', '8'])

  const row = rows(page).filter({ hasText: 'Family001' })
  await expect(row.locator('th, td')).toHaveText([
    'HM-2001',
    'Given001',
    'Family001',
    '7 March 1980',
    'person001@mail.example',
  ])
  await expect(row.getByRole('link', { name: 'person001@mail.example' })).toHaveAttribute(
    'href',
    'mailto:person001@mail.example',
  )
  await expect(rows(page).filter({ hasText: 'Łukasz' }).locator('th, td').last()).toHaveText('-')
  // A user without a member ID has none to copy. The row is named by the user ID.
  await search(page).fill('nameless')
  await search(page).press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).locator('th, td')).toHaveText(['-', '-', '-', '-', '-'])
  await expect(rows(page).getByRole('link', { name: 'ID nameless' })).toBeVisible()
  await expect(rows(page).getByRole('button')).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await expect(rows(page)).toHaveCount(20)
  const box = page.getByRole('region', { name: 'Users table' })
  expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expect(pager(page)).toBeInViewport()
})

test('[users-2] [users-16] [users-17] each page of the list has a link and a URL, is announced, and sends one request', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/v1/users') asked.push(url.search)
  })
  await page.goto('/')
  await expect(rows(page)).toHaveCount(20)
  const output = page.getByRole('region', { name: 'Users', exact: true }).getByRole('status').first()
  await expect(output).toBeEmpty()
  const go = async (name: string) => {
    await pager(page).getByRole('link', { name, exact: true }).click()
    await expect(pager(page).getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('region', { name: 'Users table' })).not.toHaveAttribute('aria-busy')
  }
  await go('Page 2')
  await expect(page).toHaveURL('/?page=2')
  await expect(pager(page)).toContainText('Showing 21-40 of 153 results')
  await expect(output).toHaveText('Page 2 of 8')
  await go('Page 1')
  await expect(page).toHaveURL('/')
  await go('Page 2')
  await rows(page).first().getByRole('link').first().click()
  await expect(heading(page)).toContainText('`s reports')
  // The earlier rows are shown, although the server has not responded yet.
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/v1/users?*', async (route) => {
    await held
    await route.continue()
  })
  await page.goBack()
  await expect(rows(page)).toHaveCount(20)
  const response = page.waitForResponse('**/v1/users?*')
  release()
  await response
  expect(asked).toEqual(['?page=1', '?page=2', '?page=1', '?page=2', '?page=2'])
  await page.unrouteAll()

  await pager(page).getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/?page=3')
  await go('Page 8')
  await expect(cells(page)).toHaveText(['1', '…', '6', '7', '8'])
  await expect(pager(page)).toContainText('Showing 141-153 of 153 results')
  await expect(pager(page).getByRole('button', { name: 'Next page' })).toBeDisabled()
  await expect(rows(page)).toHaveCount(13)
  await page.goBack()
  await expect(page).toHaveURL('/?page=3')
  await expect(pager(page)).toContainText('Showing 41-60 of 153 results')

  await test.step('a page past the end leads to the last page', async () => {
    await page.goto('/?page=99')
    await expect(page).toHaveURL('/?page=8')
    await expect(pager(page).getByRole('link', { name: 'Page 8' })).toHaveAttribute('aria-current', 'page')
    await page.goto('/?search=family14&page=5')
    await expect(page).toHaveURL('/?search=family14')
    await expect(rows(page)).toHaveCount(10)
  })
})

test('[users-9] the headings sort the list, and the sort order is in the URL and announced', async ({ page }) => {
  const sort = (name: string) => page.getByRole('columnheader').getByRole('button', { name }).click()
  const firstNames = rows(page).locator('td:nth-child(2)')
  const output = page.getByRole('region', { name: 'Users', exact: true }).getByRole('status').first()
  await page.goto('/?page=3')
  await expect(rows(page)).toHaveCount(20)
  await sort('First Name')
  await expect(page).toHaveURL('/?sort=firstName')
  await expect(firstNames.first()).toHaveText('Given001')
  await expect(page.getByRole('columnheader', { name: 'First Name' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(output).toHaveText('Sorted by First Name, ascending')
  await sort('First Name')
  await expect(page).toHaveURL('/?sort=firstName&order=desc')
  // A missing name is last in ascending order, so it is first in descending order.
  await expect(firstNames.first()).toHaveText('-')
  await expect(firstNames.nth(1)).toHaveText('Siân')
  await pager(page).getByRole('link', { name: 'Page 2' }).click()
  await search(page).fill('family00')
  await search(page).press('Enter')
  await expect(page).toHaveURL('/?sort=firstName&order=desc&search=family00')
  await expect(firstNames.first()).toHaveText('Given009')
  await expect(output).toHaveText('9 users for family00')
  await sort('First Name')
  await expect(page).toHaveURL('/?search=family00')
  await expect(firstNames.first()).toHaveText('Given001')
})

test('[users-3] [users-4] [users-5] a search starts 800 ms after the last key or with Enter, can find no users, and is restored by Back', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/?page=3')
  await expect(rows(page)).toHaveCount(20)
  await page.waitForLoadState('networkidle')
  await page.clock.pauseAt(Date.now() + 60_000)
  const requested: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/v1/users') requested.push(url.searchParams.get('search') ?? '')
  })

  await search(page).pressSequentially('łuk')
  await page.clock.runFor(790)
  expect(requested).toEqual([])
  await search(page).pressSequentially('a')
  await page.clock.runFor(790)
  expect(requested).toEqual([])
  await page.clock.runFor(20)
  await page.clock.resume()
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/\/\?search=%C5%82uka$/)
  expect(requested).toEqual(['łuka'])
  await expect(heading(page)).toHaveText('Users 1')
  await expect(pager(page)).toHaveCount(0)

  await test.step('users are found by name, by member ID and by user ID', async () => {
    for (const [text, found] of [
      ['given009 family009', 'Family009'],
      ['HM-2010', 'Family010'],
      ['person-011', 'Family011'],
    ] as const) {
      await search(page).fill(text)
      await search(page).press('Enter')
      await expect(rows(page)).toHaveCount(1)
      await expect(rows(page)).toContainText(found)
    }
  })

  await test.step('text that looks like a number or JSON finds no users and stays text', async () => {
    for (const text of ['0012', '{"a":1}']) {
      await search(page).fill(text)
      await search(page).press('Enter')
      await expect(page).toHaveURL((url) => url.search.includes('search='))
      await expect(page.getByText('Nothing found.')).toBeVisible()
      await page.reload()
      await expect(search(page)).toHaveValue(text)
    }
    await expect(page.getByText('Adjust the search or try again later.')).toBeVisible()
    await expect(heading(page)).toHaveText('Users 0')
    await expect(pager(page)).toHaveCount(0)
  })

  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await expect(page).toHaveURL('/')
  await expect(rows(page)).toHaveCount(20)
  await expect(search(page)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Clear search' })).toHaveCount(0)

  await search(page).fill('family00')
  await search(page).press('Enter')
  await expect(rows(page)).toHaveCount(9)
  await rows(page).first().click()
  await expect(page).toHaveURL('/user/person-001')
  await page.goBack()
  await expect(search(page)).toHaveValue('family00')
  await expect(rows(page)).toHaveCount(9)
  const users = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' })
  await users.click()
  await expect(page).toHaveURL('/')
  await expect(search(page)).toHaveValue('')
  await expect(rows(page)).toHaveCount(20)
  await page.goBack()
  await expect(search(page)).toHaveValue('family00')
})

test('[users-6] [users-19] a row opens its user by mouse and by keyboard, and Back restores the list, its scroll position and its focus', async ({
  page,
}) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto('/')
  const row = rows(page).filter({ hasText: 'Aab O’Neill' })
  const link = row.getByRole('link', { name: 'HM-9000001' })
  await link.hover()
  await link.focus()
  await page.waitForLoadState('networkidle')
  expect(requested.filter((path) => path.startsWith('/v1/users/'))).toEqual([])

  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/user/a%2Fb%3Fc')
  await expect(heading(page)).toContainText('Siân Aab O’Neill`s reports')
  await page.goBack()
  await row.click()
  await expect(heading(page)).toContainText('Siân Aab O’Neill`s reports')
  await page.goBack()

  const firstOfPage1 = (await rows(page).first().textContent()) ?? ''
  await pager(page).getByRole('link', { name: 'Page 2' }).click()
  await expect(pager(page)).toContainText('Showing 21-40')
  // The rows of the page before stay until the new ones have arrived.
  await expect(rows(page).first()).not.toHaveText(firstOfPage1)
  const box = page.getByRole('region', { name: 'Users table' })
  const scrolled = rows(page).nth(15).getByRole('link').first()
  await expect(rows(page).nth(15)).toContainText('Family')
  const id = await scrolled.textContent()
  await scrolled.scrollIntoViewIfNeeded()
  const scrollTop = await box.evaluate((element) => element.scrollTop)
  expect(scrollTop).toBeGreaterThan(0)
  await scrolled.click()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible()
  await page.goBack()
  const same = page.getByRole('link', { name: id ?? '', exact: true })
  await expect(same).toBeFocused()
  await expect(rows(page).filter({ has: same })).toHaveAttribute('data-returned')
  expect(await box.evaluate((element) => element.scrollTop)).toBe(scrollTop)
  await same.click()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Users' }).click()
  await expect(page).toHaveURL('/?page=2')
})

test('[users-7] [users-8] a slow list of users shows that it is loading, and a list that cannot be fetched shows one toast and can be retried', async ({
  page,
}) => {
  await page.goto('/')
  await expect(rows(page)).toHaveCount(20)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/v1/users?*', async (route) => {
    await held
    await route.continue()
  })
  await search(page).fill('family00')
  await search(page).press('Enter')
  await expect(page.getByRole('region', { name: 'Users' }).getByRole('status', { name: 'Loading' })).toBeVisible()
  // The old rows stay without the total, which may be wrong now.
  await expect(rows(page)).toHaveCount(20)
  await expect(heading(page)).toHaveText('Users')
  await expect(pager(page)).toHaveAttribute('inert')
  release()
  await expect(rows(page)).toHaveCount(9)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(rows(page)).toHaveCount(20)
  await page.route('**/v1/users?*', (route) => route.abort())
  await pager(page).getByRole('link', { name: 'Page 2' }).click()
  const panel = page.getByRole('region', { name: 'Users' }).getByRole('alert')
  await expect(panel).toContainText('Failed to fetch users')
  // The page that was being read stays visible but cannot be used.
  await expect(rows(page)).toHaveCount(20)
  await expect(rows(page).first()).toContainText('Aaa')
  await expect(page.getByRole('table').locator('tbody')).toHaveAttribute('inert')
  await expect(heading(page)).toHaveText('Users 153')
  await expectToast(page, 'Failed to fetch users', 'alert')
  expect(shownToasts(page)).toEqual([])

  await panel.getByRole('button', { name: 'Try again' }).click()
  await expectToast(page, 'Failed to fetch users', 'alert')
  await expect(panel.getByRole('button', { name: 'Try again' })).toBeFocused()

  await page.unroute('**/v1/users?*')
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page)).toHaveCount(20)
  await expect(heading(page)).toBeFocused()
  await expect(panel).toHaveCount(0)

  // The total of a failed search is not known.
  await page.route('**/v1/users?*', (route) => route.abort())
  await search(page).fill('Given001')
  await search(page).press('Enter')
  await expect(panel).toContainText('Failed to fetch users')
  await expectToast(page, 'Failed to fetch users', 'alert')
  await expect(heading(page)).toHaveText('Users')
  await expect(rows(page)).toHaveCount(20)
  await page.unroute('**/v1/users?*')

  await page.route('**/v1/users?*', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/')
  await expectToast(page, 'Failed to fetch users', 'alert')
  await page.waitForLoadState('networkidle')
  expect(shownToasts(page)).toEqual([])
})

test('a response that is not a list of users is shown as a failure @faults', async ({ page }) => {
  for (const json of [{}, { data: [], meta: { page: 1 } }, { data: 'everyone' }]) {
    await page.route('**/v1/users?*', (route) => route.fulfill({ json }))
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Users' }).getByRole('alert')).toContainText('Failed to fetch users')
    await expectToast(page, 'Failed to fetch users', 'alert')
    await expect(page.locator('main')).not.toContainText('NaN')
    await page.unroute('**/v1/users?*')
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('[users-18] on a phone each user is a row of two lines that opens the user, and a menu orders the list @faults', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(rows(page)).toHaveCount(20)
    await expect(rows(page).first().locator('th, td')).toHaveCount(1)
    const heights = await rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
    expect(new Set(heights)).toEqual(new Set([60]))
    const order = page.getByRole('button', { name: 'Order' })
    await order.click()
    await page.getByRole('button', { name: 'Member id, not sorted' }).click()
    await expect(page).toHaveURL(/sort=memberId/)
    await expect(order).toBeFocused()
    await order.click()
    await page.getByRole('button', { name: 'Member id, ascending' }).click()
    await expect(page).toHaveURL(/order=desc/)
    // A tap anywhere in the row opens the user.
    await rows(page)
      .first()
      .click({ position: { x: 340, y: 30 } })
    await expect(page).toHaveURL(/\/user\//)
  })
})
