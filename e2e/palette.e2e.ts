import { expectNoAxeViolations } from './support/axe.ts'
import { demoServer } from './support/screen.ts'
import { expect, signIn, test } from './support/test.ts'
import { palette, options, chosen, heading, open, recordSearches, findUser } from './support/palette.ts'

test.use({ serverOptions: demoServer })

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
