import { demoServer } from './support/screen.ts'
import { expect, signIn, test } from './support/test.ts'
import { palette, field, options, chosen, heading, open, recordSearches, findUser } from './support/palette.ts'

test.use({ serverOptions: demoServer })

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

test('text that is typed right after a page appears is not lost, however slowly the palette loads', async ({
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

test('one key focuses the search of a page as soon as the page appears', async ({ page, server }) => {
  await signIn(page, server.admin)
  for (const path of ['/', '/hospital-patients']) {
    await page.goto(path)
    await heading(page).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('adeyemi')
    await expect(page.getByRole('searchbox')).toHaveValue('adeyemi')
  }
})

test('the palette sends no request for fewer than three letters or for text that matches an action', async ({
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
