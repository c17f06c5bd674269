import { expectNoAxeViolations } from './support/axe.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'
import { email, password, submit, search, fillAndSubmit, noUsers, openUsers } from './support/sign-in-form.ts'

const idleMinutes = 15

test('[sign-in-1] [sign-in-2] [sign-in-3] [sign-in-4] [sign-in-5] [sign-in-7] [sign-in-13] the sign-in form can be used by keyboard, reports each failure, and opens the users page', async ({
  page,
  server,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to Health Console')
  await expect(page).toHaveTitle('Sign in · Health Console')
  await expect(email(page)).toHaveAttribute('autocomplete', 'username webauthn')
  await expect(password(page)).toHaveAttribute('autocomplete', 'current-password')
  await expect(email(page)).toBeFocused()
  await page.getByRole('link', { name: 'Forgot password' }).click()
  await expect(page).toHaveURL('/forgot-password')

  await test.step('Tab moves from the email to the password, then to the button, and only then to the link', async () => {
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(email(page)).toBeFocused()
    await page.keyboard.type('unknown@console.test')
    await page.keyboard.press('Tab')
    await expect(password(page)).toBeFocused()
    await page.keyboard.type('not-the-password')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(submit(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Forgot password' })).toBeFocused()
  })

  await test.step('on a phone no field has the focus, because the keyboard would cover the page', async () => {
    const { width = 0, height = 0 } = page.viewportSize() ?? {}
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await expect(submit(page)).toBeVisible()
    await expect(email(page)).not.toBeFocused()
    await page.setViewportSize({ width, height })
  })

  await test.step('the button is enabled only after a change and when no field has an error', async () => {
    await expect(submit(page)).toBeDisabled()
    await email(page).fill('nothing')
    await expect(page.getByText('Invalid email address')).toBeVisible()
    await expect(email(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(submit(page)).toBeDisabled()
    await email(page).fill(server.admin.email)
    await expect(page.getByText('Invalid email address')).toBeHidden()
    await expect(submit(page)).toBeEnabled()
    await submit(page).click()
    await expect(page.getByText('Password is required')).toBeVisible()
    await expect(submit(page)).toBeDisabled()
    await password(page).fill('x')
    await expect(submit(page)).toBeEnabled()
    await password(page).fill('')
    await expect(page.getByText('Password is required')).toBeVisible()
  })

  await test.step('a failure is reported only under the fields', async () => {
    await password(page).fill('not-the-password')
    await submit(page).click()
    await expect(page.getByRole('alert')).toHaveText('Incorrect email or password.')
    await expect(password(page)).toBeFocused()
    await expect(password(page)).toHaveValue('not-the-password')
    await expect(page).toHaveURL('/login')
    await expectNoAxeViolations(page)

    const login = '**/v1/auth/admin/login'
    await page.route(login, (route) => route.abort())
    await submit(page).click()
    await expect(page.getByRole('alert')).toHaveText('Login failed. Please try again.')
    await page.unroute(login)
    await page.route(login, (route) =>
      route.fulfill({ status: 403, json: { error: { message: 'Closed for the night.' } } }),
    )
    await submit(page).click()
    await expect(page.getByRole('alert')).toHaveText('Closed for the night.')
    await page.unroute(login)
    await page.route(login, (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }))
    await submit(page).click()
    await expect(page.getByRole('alert')).toHaveText('Login failed. Please try again.')
    await page.unroute(login)
  })

  await test.step('signing in trims the email, reports success and opens the users page', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/v1/auth/admin/login', async (route) => {
      expect(route.request().postDataJSON()).toEqual({ email: server.admin.email, password: server.admin.password })
      await held
      await route.continue()
    })
    await fillAndSubmit(page, { email: `  ${server.admin.email} `, password: ` ${server.admin.password}  ` })
    await expect(submit(page)).toBeDisabled()
    release()
    await expectToast(page, 'Successfully logged in')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: 'Users' })).toBeFocused()
  })
})

test('[entry-1] [entry-3] [entry-5] an admin signs in once and reaches the requested page', async ({
  page,
  server,
}) => {
  await page.goto('/?search=okonkwo')
  await expect(page).toHaveURL('/login?next=/%3Fsearch%3Dokonkwo')
  await fillAndSubmit(page, server.admin)
  await expect(page).toHaveURL('/?search=okonkwo')
  await expect(search(page)).toHaveValue('okonkwo')

  await test.step('the sign-in page leads a signed-in admin to the home page, and a spinner fills the page until the admin is fetched', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/v1/auth/admin/me', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/login')
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    release()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
    await page.unroute('**/v1/auth/admin/me')
  })
})

test('an error that the server returns when the console opens is shown with its message and request ID @faults', async ({
  page,
  server,
}) => {
  await signIn(page, server.admin)
  const serverError = (message: string, requestId: string) => ({
    status: 500,
    json: { error: { code: 'internal', message, requestId } },
  })
  await page.route('**/v1/auth/admin/me', (route) =>
    route.fulfill(serverError('Something went wrong on the server.', 'r-1')),
  )
  await page.goto('/')
  await expect(page.getByRole('alert')).toContainText('Something went wrong on the server.')
  await expect(page.getByRole('alert')).toContainText('Request r-1')
  await expect(page.getByRole('alert')).not.toContainText('reached')
  await expectNoAxeViolations(page)
  await page.unroute('**/v1/auth/admin/me')
  await page.route('**/v1/auth/admin/me', (route) => route.abort())
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toContainText('Can’t reach the server. Check your connection.')
  await page.unroute('**/v1/auth/admin/me')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL('/')
})

test('[shell-3] [session-6] logging out needs a confirmation and also logs out the other tabs, and Back shows nothing afterwards', async ({
  page,
  context,
  server,
}) => {
  await signIn(page, server.admin)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  const logOut = page.getByRole('button', { name: 'Log out' })
  await logOut.click()
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to log out?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(logOut).toBeFocused()

  const tab = await context.newPage()
  await tab.goto('/')
  await expect(tab.getByRole('heading', { name: 'Users' })).toBeVisible()
  await logOut.click()
  await dialog.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
  await expect(tab).toHaveURL('/login')
  await expect(tab.getByRole('table')).toHaveCount(0)
  expect((await page.request.get('/v1/auth/admin/me')).status()).toBe(401)

  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('table')).toHaveCount(0)
})

test('a failed log-out is reported in its dialog @faults', async ({ page, server }) => {
  await signIn(page, server.admin)
  await page.goto('/')
  await page.route('**/v1/auth/admin/logout', (route) => route.abort())
  await page.getByRole('button', { name: 'Log out' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Log out' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Can’t reach the server. Check your connection.')
})

test('[session-4] [session-5] when the session ends during work, the same admin can sign in over the page without losing typed text, another admin starts over, and “Log out” leaves the page', async ({
  page,
  context,
  server,
}) => {
  await signIn(page, server.admin)
  await openUsers(page)
  await context.clearCookies()
  await search(page).fill('typed before the end')

  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog).toBeVisible()
  await expect(email(page)).toHaveValue(server.admin.email)
  await expect(password(page)).toBeFocused()
  // An unattended screen must show nothing.
  await expect(page.locator('main')).toBeHidden()
  await expect(page.getByText('Failed to fetch users').filter({ visible: true })).toHaveCount(0)

  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await password(page).fill('wrong')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Incorrect email or password.')
  await password(page).fill(server.admin.password)
  await page.keyboard.press('Enter')

  await expect(dialog).toBeHidden()
  await expect(search(page)).toHaveValue('typed before the end')
  await expect(search(page)).toBeFocused()
  await expect(page.getByText('Nothing found.')).toBeVisible()

  await test.step('another admin who signs in over the page starts on the home page', async () => {
    const other = await addAdmin(server, newAccount('Grace Ólafsdóttir'))
    await context.clearCookies()
    await search(page).fill('of the first person')
    await email(page).fill(other.email)
    await password(page).fill(other.password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByText(other.fullName)).toBeVisible()
    await expect(search(page)).toHaveValue('')
  })
  await test.step('leaving the page leads to the sign-in page', async () => {
    await expect(page.getByText(noUsers)).toBeVisible()
    await context.clearCookies()
    await search(page).fill('x')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/login')
  })
})

test('a request that was rejected before the new sign-in is repeated, however late its response arrives @faults', async ({
  page,
  context,
  server,
}) => {
  await signIn(page, server.admin)
  await openUsers(page)
  await context.clearCookies()
  const mayArrive = Promise.withResolvers<void>()
  const isLate = /\/v1\/users\?.*search=late/
  await page.route(
    isLate,
    async (route) => {
      const rejected = await route.fetch()
      await mayArrive.promise
      await route.fulfill({ response: rejected })
    },
    { times: 1 },
  )
  const requested = page.waitForRequest(isLate)
  await search(page).fill('late')
  await requested
  await page.getByRole('button', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await password(page).fill(server.admin.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()

  const repeated = page.waitForResponse((response) => isLate.test(response.url()) && response.ok())
  mayArrive.resolve()
  await repeated
  await expect(page.getByText('Nothing found.')).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('[session-3] two minutes before an idle session ends a dialog opens, and the admin can stay signed in @faults', async ({
  page,
  context,
  server,
}) => {
  await page.clock.install()
  await signIn(page, server.admin)
  await openUsers(page)
  const warning = page.getByRole('dialog', { name: 'Are you still there?' })

  await page.clock.fastForward((idleMinutes - 2) * 60_000 - 5_000)
  await expect(warning).toBeHidden()
  await page.clock.fastForward(10_000)
  await expect(warning).toContainText(/You’ll be signed out in 1:\d\d\./)
  await expect(warning.getByRole('button', { name: 'Stay signed in' })).toBeFocused()

  const requested = page.waitForResponse('**/v1/auth/admin/me')
  await warning.getByRole('button', { name: 'Stay signed in' }).click()
  expect((await requested).status()).toBe(200)
  await expect(warning).toBeHidden()

  // Activity in another tab also counts.
  await page.clock.fastForward((idleMinutes - 2) * 60_000 + 5_000)
  await expect(warning).toBeVisible()
  const tab = await context.newPage()
  await tab.goto('/files')
  await expect(warning).toBeHidden()
  await tab.close()

  // The session ends when the admin does not respond.
  await page.clock.fastForward((idleMinutes - 2) * 60_000 + 5_000)
  await expect(warning).toBeVisible()
  await context.clearCookies()
  await page.clock.fastForward(3 * 60_000)
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
})
