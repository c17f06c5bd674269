import type { Page } from '@playwright/test'
import type { EndUser } from '@health-console/contract/users/users.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { demoServer } from './support/screen.ts'
import { expect, signIn, test } from './support/test.ts'

test.use({ serverOptions: demoServer })

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })
const field = (page: Page) => palette(page).getByRole('combobox')
const options = (page: Page) => palette(page).getByRole('option')
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true })
const heading = (page: Page) => page.locator('#content').getByRole('heading', { level: 1 })

async function open(page: Page) {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

/** Collects the searches that are requested from the server from now on. */
function recordSearches(page: Page): string[] {
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (searchParams.has('search')) requested.push(`${pathname} ${searchParams.get('search')}`)
  })
  return requested
}

async function findUser(page: Page) {
  const { data } = (await (await page.request.get('/v1/users')).json()) as { data: EndUser[] }
  const user = data.find(({ lastName }) => lastName.length > 3)
  if (!user) throw new Error('The demo has no user with a long name')
  return user
}

test('[palette-1] pages and actions are found and opened by keyboard', async ({ page, server }) => {
  await signIn(page, server.admin)
  await page.goto('/files')
  await expect(heading(page)).toContainText('Files')
  await open(page)
  await expect(options(page).first()).toContainText('Users')
  await page.keyboard.type('pat')
  await expect(chosen(page)).toContainText('Hospital patients')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/hospital-patients')
  await expect(palette(page)).toBeHidden()
  await expect(heading(page)).toBeFocused()

  await open(page)
  await page.keyboard.type('invite')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Invite admins' }).getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/admins')

  await open(page)
  await page.keyboard.type('upload tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Choose a file (.xlsx)')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/hospital-patients')

  await open(page)
  await page.keyboard.type('settings')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Settings' }).getByLabel('Name')).toBeFocused()
})

test('[palette-2] users are found 800 ms after the last key, an earlier search is cancelled, and nothing is stored', async ({
  page,
  server,
}) => {
  await signIn(page, server.admin)
  const { lastName: name } = await findUser(page)
  await page.clock.install()
  await page.goto('/files')
  await expect(heading(page)).toContainText('Files')
  await page.waitForLoadState('networkidle')
  await open(page)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  const requested = recordSearches(page)
  const held = Promise.withResolvers<void>()
  await page.route(`**/v1/users?*search=${name.slice(0, 3)}`, async (route) => {
    await held.promise
    await route.abort()
  })
  const cancelled = page.waitForEvent('requestfailed')
  await page.keyboard.type(name.slice(0, 3))
  await page.clock.runFor(790)
  expect(requested).toEqual([])
  await page.clock.runFor(20)
  await expect.poll(() => requested.length).toBe(2)
  await page.keyboard.type(name.slice(3))
  await page.clock.runFor(100)
  expect(new URL((await cancelled).url()).pathname).toBe('/v1/users')
  held.resolve()

  await page.clock.resume()
  const user = options(page).filter({ hasText: 'HM-' }).first()
  await expect(user).toContainText(name)
  expect(requested.slice(2)).toEqual([`/v1/users ${name}`, `/v1/hospital-patients ${name}`])
  await expectNoAxeViolations(page)
  await user.click()
  await expect(heading(page)).toContainText(name)

  await open(page)
  await expect(chosen(page)).toContainText(name)
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(name)
  await page.keyboard.type('log out')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(server.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(server.admin.password)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toContainText('Users')
  await open(page)
  await expect(chosen(page)).toContainText('Users')
})

test('[palette-4] the keyboard shortcuts are listed, and each can be turned off', async ({ page, server }) => {
  await signIn(page, server.admin)
  await page.goto('/')
  await expect(heading(page)).toContainText('Users')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.keyboard.press('?')
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('checkbox')).toHaveCount(4)
  await dialog.getByRole('checkbox', { name: 'Search this page' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(heading(page)).toContainText('Users')
  await page.keyboard.press('?')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).not.toBeFocused()

  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await dialog.getByRole('checkbox', { name: 'Search this page' }).check()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
})

test('text that is typed right after a page appears is not lost, however slowly the palette loads @faults', async ({
  page,
  server,
}) => {
  await signIn(page, server.admin)
  const { lastName, memberId } = await findUser(page)
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/palette-.+\.js/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/files')
  await heading(page).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(lastName)
  held.resolve()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(' more')
  await expect(field(page)).toHaveValue(`${lastName} more`)

  const other = Promise.withResolvers<void>()
  await page.unrouteAll()
  await page.route(/\/assets\/palette-.+\.js/, async (route) => {
    await other.promise
    await route.continue()
  })
  await page.goto('/admins')
  await heading(page).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(memberId)
  await page.keyboard.press('Enter')
  other.resolve()
  await expect(page).toHaveURL(/\/user\//)
  await expect(heading(page)).toContainText(lastName)
  await page.unrouteAll()
})

test('one key focuses the search of a page as soon as the page appears @faults', async ({ page, server }) => {
  await signIn(page, server.admin)
  for (const path of ['/', '/hospital-patients']) {
    await page.goto(path)
    await heading(page).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('adeyemi')
    await expect(page.getByRole('searchbox')).toHaveValue('adeyemi')
  }
})

test('[palette-3] [palette-6] the palette opens at any width, lists an exact ID first, waits for it on Enter, and sends no request for text that matches an action', async ({
  page,
  server,
}) => {
  await signIn(page, server.admin)
  const { memberId } = await findUser(page)
  await page.goto('/files')
  await heading(page).waitFor()
  const button = page.getByRole('button', { name: 'Search and commands' })
  for (const [width, height] of [
    [1440, 36],
    [1024, 40],
    [390, 44],
  ] as const) {
    await page.setViewportSize({ width, height: 850 })
    const visible = button.filter({ visible: true })
    expect((await visible.boundingBox())?.height, `at ${width} px`).toBe(height)
    await visible.click()
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
    await expect(visible).toBeFocused()
  }
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Search and commands' }).click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('aud')
  await expect(chosen(page)).toContainText('Audit log')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 720 })

  await open(page)
  await page.keyboard.type(memberId.toLowerCase())
  await expect(chosen(page)).toContainText('Exact ID')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')

  await open(page)
  await page.keyboard.type(memberId)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/user\//)
})

test('the palette sends no request for fewer than three letters or for text that matches an action @faults', async ({
  page,
  server,
}) => {
  await signIn(page, server.admin)
  await page.goto('/files')
  await heading(page).waitFor()
  await page.clock.install()
  const requested = recordSearches(page)
  await open(page)
  for (const [text, found] of [
    ['th', 'Light theme'],
    ['theme', 'Dark theme'],
    ['sess', 'Sessions'],
    ['export', 'Export the audit log'],
    ['history', 'Import history'],
    ['customise', 'Customise table'],
    ['xy', 'Search Users for'],
  ] as const) {
    await field(page).fill(text)
    await expect(options(page).filter({ hasText: found })).toBeVisible()
    await page.clock.runFor(1_000)
  }
  expect(requested).toEqual([])
  await field(page).fill('export')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Export the audit log' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/audit')
  await open(page)
  await field(page).fill('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.evaluate(() => localStorage.removeItem('theme'))
})
