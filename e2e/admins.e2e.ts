import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { endSession } from './support/sessions.ts'
import { addAdmin, invite, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast, shownToasts } from './support/toasts.ts'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const action = (page: Page, text: string, name: string) => row(page, text).getByRole('button', { name })
const inviteButton = (page: Page) => page.getByRole('button', { name: 'Invite', exact: true })
const inviteDialog = (page: Page) => page.getByRole('dialog', { name: 'Invite admins' })
const emails = (page: Page) => page.getByLabel('Email addresses')
const send = (page: Page) => page.getByRole('button', { name: 'Send invites' })

async function openInvite(page: Page) {
  await page.goto('/admins')
  await inviteButton(page).click()
  await expect(inviteDialog(page)).toBeVisible()
}

test('[admins-1] [admins-3] [admins-14] [admins-16] the table shows admins with access, invited admins, and invitations that have expired or could not be delivered', async ({
  page,
  server,
}) => {
  const admin = await addAdmin(server, newAccount('Ingrid Østergård'))
  const boss = await addAdmin(server, newAccount('Ravi Chandrasekhar'), 'super_admin')
  const invited = [newAccount('Plain Invitee').email, newAccount('Super Invitee').email]
  await signIn(page, server.admin)
  await invite(page, invited.slice(0, 1))
  await invite(page, invited.slice(1), 'super_admin')
  await page.goto('/admins')

  await expect(page).toHaveTitle('Admins · Health Console')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admins')
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Role', 'Email', 'Action'])
  await expect(page.getByText(/^\d+ pending$/)).toBeVisible()
  const pending = await row(page, 'Invite pending').count()
  await expect(page.getByText(`${pending} pending`, { exact: true })).toBeVisible()

  await expect(row(page, server.admin.email)).toContainText('You')
  await expect(row(page, server.admin.email)).toContainText('Super admin')
  await expect(row(page, server.admin.email).getByRole('button')).toHaveCount(0)
  await expect(row(page, boss.email).getByRole('button')).toHaveText(['Sessions'])
  await expect(row(page, boss.email)).not.toContainText('You')
  await expect(row(page, admin.email).getByRole('button')).toHaveText(['Sessions', 'Revoke access'])
  await expect(row(page, invited[0] ?? '').getByRole('button')).toHaveText(['Resend invite', 'Revoke access'])
  await expect(row(page, invited[1] ?? '').getByRole('button')).toHaveText(['Resend invite', 'Cancel invite'])
  await expect(page.getByRole('link', { name: admin.email })).toHaveAttribute('href', `mailto:${admin.email}`)

  const danger = page.getByText('Super admin', { exact: true }).first()
  const fine = page.getByText('Admin', { exact: true }).first()
  const hue = async (badge: typeof danger) => {
    const [red = 0, green = 0] = await badge.evaluate((element) => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d')
      if (!canvas) throw new Error('no canvas')
      canvas.fillStyle = getComputedStyle(element).backgroundColor
      canvas.fillRect(0, 0, 1, 1)
      return [...canvas.getImageData(0, 0, 1, 1).data]
    })
    return red > green ? 'red' : 'green'
  }
  expect([await hue(danger), await hue(fine)]).toEqual(['red', 'green'])
  await expectNoAxeViolations(page)

  const [address = ''] = invited
  // Neither state occurs within a minute, so the test changes the dates in the real server's response.
  await page.route('**/v1/admin-invites', async (route) => {
    const response = await route.fetch()
    const list = (await response.json()) as { data: { email: string; expiresAt: string; delivery: string }[] }
    for (const invitee of list.data.filter(({ email }) => email === address)) {
      Object.assign(invitee, { expiresAt: '2026-01-07T23:30:00.000Z', delivery: 'failed' })
    }
    await route.fulfill({ response, json: list })
  })
  await page.reload()
  await expect(row(page, address)).toContainText('Expired 7 January 2026')
  await expect(row(page, address)).toContainText('Invite email couldn’t be delivered')

  await test.step('on a phone the actions can be reached without scrolling sideways', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await expect(page.getByRole('rowheader', { name: address })).toContainText('Admin · invitation expired 7 January')
    await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Action'])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('button', { name: `Actions for ${address}` }).click()
    const email = page.getByRole('link', { name: `Email ${address}` })
    await expect(email).toHaveAttribute('href', `mailto:${address}`)
    // What loses something is the last one, in words.
    await expect(row(page, address).getByRole('listitem')).toHaveText([address, 'Resend invite', 'Revoke access'])
    for (const name of ['Resend invite', 'Revoke access']) {
      const box = await action(page, address, name).boundingBox()
      expect(box?.x).toBeGreaterThan(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
      expect(box?.height).toBeGreaterThanOrEqual(44)
    }
    await page.keyboard.press('Escape')
    await inviteButton(page).click()
    await expect(send(page)).toBeInViewport()
  })
})

test('[admins-2] [admins-9] an admin sees all admins and can only resend invitations, three times within an hour', async ({
  page,
  server,
}) => {
  const admin = await addAdmin(server, newAccount('Modest Admin'))
  const other = await addAdmin(server, newAccount('Other Admin'))
  const invited = newAccount('Waiting Person').email
  await signIn(page, server.admin)
  await invite(page, [invited])
  const impatient = newAccount('Impatient Person').email
  await invite(page, [impatient])
  for (let times = 0; times < 2; times += 1) {
    const data = { users: [{ email: impatient }], resend: true }
    expect((await page.request.post('/v1/admin-invites', { data })).status()).toBe(200)
  }
  await page.context().clearCookies()
  await signIn(page, admin)
  await page.goto('/admins')
  await expect(row(page, admin.email)).toContainText('You')
  await expect(inviteButton(page)).toHaveCount(0)
  await expect(row(page, other.email).getByRole('button')).toHaveCount(0)
  await expect(row(page, invited).getByRole('button')).toHaveText(['Resend invite'])
  await action(page, invited, 'Resend invite').click()
  await expectToast(page, 'Invite successfully resent')
  await action(page, impatient, 'Resend invite').click()
  const rejection = `The invitation to ${impatient} was sent 3 times within an hour. Try again in 60 minutes.`
  await expectToast(page, rejection, 'alert')
  expect(shownToasts(page)).toEqual([])
})

test('[admins-4] [admins-5] the invitation dialog reports what is wrong with each email address, and the table shows the new invitation before the list is fetched again', async ({
  page,
  server,
}) => {
  const taken = [await addAdmin(server, newAccount('Taken One')), await addAdmin(server, newAccount('Taken Two'))]
  const address = newAccount('New Person').email
  await signIn(page, server.admin)
  await openInvite(page)
  await expect(page.getByRole('radio', { name: 'Admin', exact: true })).toBeChecked()
  await expect(emails(page)).toBeFocused()
  await expect(emails(page)).toHaveAttribute('placeholder', 'Enter comma-separated e-mails')

  await send(page).click()
  await expect(page.getByText('Please enter at least one email.')).toBeVisible()
  await expect(emails(page)).toBeFocused()

  await emails(page).fill(`${address}, quality.office@people, ,`)
  await expect(page.getByText('Please enter valid email addresses.')).toBeVisible()
  const errors = inviteDialog(page).getByRole('listitem')
  await expect(errors.first()).toContainText('quality.office@people isn’t a valid email address')
  await expect(errors).toHaveCount(3)

  await page.getByRole('button', { name: 'Remove quality.office@people' }).click()
  await expect(emails(page)).toHaveValue(`${address}, , `)
  await page.getByRole('button', { name: 'Remove all 2' }).click()
  await expect(emails(page)).toHaveValue(address)
  await expect(emails(page)).toBeFocused()
  await expect(errors).toHaveCount(0)

  await emails(page).fill(`${address}, ${address.toUpperCase()}`)
  await send(page).click()
  await expect(errors).toContainText(`${address.toUpperCase()} is listed twice`)
  await emails(page).fill([taken[0]?.email, address, taken[1]?.email].join(', '))
  await send(page).click()
  await expect(page.getByText('No invites were sent.')).toBeVisible()
  await expect(errors).toContainText(taken.map(({ email }) => `${email} already has access`))
  await expect(row(page, address)).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove all 2' }).click()
  await expect(emails(page)).toHaveValue(address)
  await expect(page.getByText('No invites were sent.')).toBeHidden()

  const meaning = inviteDialog(page).getByText('Their access can’t be revoked in the console.')
  await expect(meaning).toHaveCount(0)
  await page.getByRole('radio', { name: 'Super admin' }).check({ force: true })
  await expect(meaning).toBeVisible()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/v1/admin-invites', async (route) => {
    if (route.request().method() === 'GET') await held
    await route.continue()
  })
  const pending = page.getByText(/^\d+ pending$/)
  const before = (await pending.count()) === 0 ? 0 : Number.parseInt(await pending.innerText(), 10)
  await emails(page).press('Control+Enter')
  await expectToast(page, 'Invite successfully sent')
  await expect(inviteDialog(page)).toBeHidden()
  await expect(inviteButton(page)).toBeFocused()
  await expect(row(page, address)).toContainText('Super admin')
  await expect(row(page, address)).not.toContainText('Expires')
  await expect(page.getByText(`${before + 1} pending`)).toBeVisible()
  release()
  await expect(row(page, address)).toContainText('Expires')
})

test('a rejection that names no email address is reported in the dialog, which keeps the entered list @faults', async ({
  page,
  server,
}) => {
  const address = newAccount('Patient Person').email
  await signIn(page, server.admin)
  await openInvite(page)
  await page.route('**/v1/admin*', (route) => route.abort())
  await emails(page).fill(address)
  await send(page).click()
  await expect(inviteDialog(page).getByRole('alert')).toHaveText('Can’t reach the server. Check your connection.')
  await expect(emails(page)).toHaveValue(address)
  await page.waitForLoadState('networkidle')
  expect(shownToasts(page)).toEqual([])
  await page.unroute('**/v1/admin*')
  await send(page).click()
  await expectToast(page, 'Invite successfully sent')
  await expect(row(page, address)).toContainText('Expires')

  // One event shows one toast. A second one about the list that could not be fetched again would be too much.
  expect(shownToasts(page)).toEqual([])
  await page.route('**/v1/admin*', (route) => route.abort())
  await action(page, address, 'Resend invite').click()
  await expectToast(page, '', 'alert')
  await page.waitForLoadState('networkidle')
  expect(shownToasts(page)).toEqual([])
})

test('[admins-7] revoking access needs a confirmation and signs the admin out immediately, and an invitation is cancelled with its own texts', async ({
  page,
  browser,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Leaving Person'))
  const theirs = await browser.newContext({ baseURL: server.url })
  const them = await theirs.newPage()
  await signIn(them, account)
  await them.goto('/admins')
  await expect(row(them, account.email)).toContainText('You')

  await signIn(page, server.admin)
  const [admin, boss] = [newAccount('Wrong Admin').email, newAccount('Wrong Boss').email]
  await invite(page, [admin])
  await invite(page, [boss], 'super_admin')
  await page.goto('/admins')
  await action(page, account.email, 'Revoke access').click()
  const dialog = page.getByRole('alertdialog', { name: 'Revoke access?' })
  await expect(dialog).toContainText('They won’t be able to access the platform after that.')
  await expect(dialog.getByText(account.email)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(action(page, account.email, 'Revoke access')).toBeFocused()
  await expect(row(page, account.email)).toBeVisible()

  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, `Successfully revoked access of ${account.fullName}`)
  await expect(row(page, account.email)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await them.reload()
  await expect(them).toHaveURL(/\/login/)
  await theirs.close()

  await action(page, admin, 'Revoke access').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, `Successfully revoked access of ${admin}`)
  await expect(row(page, admin)).toHaveCount(0)

  await action(page, boss, 'Cancel invite').click()
  const cancel = page.getByRole('alertdialog', { name: 'Cancel invite?' })
  await expect(cancel).toContainText(boss)
  await expect(cancel.getByRole('button', { name: 'Keep invite' })).toBeFocused()
  await cancel.getByRole('button', { name: 'Cancel invite' }).click()
  await expectToast(page, `Invitation for ${boss} cancelled`)
  await expect(row(page, boss)).toHaveCount(0)
})

test('an admin whose access someone else has already revoked is reported in the dialog and removed from the table @faults', async ({
  page,
  server,
}) => {
  const account = await addAdmin(server, newAccount('Twice Revoked'))
  await signIn(page, server.admin)
  await page.goto('/admins')
  await action(page, account.email, 'Revoke access').click()
  await server.runConsole(['revoke-admin', '--email', account.email])
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('This admin no longer exists.')
  await expect(row(page, account.email)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('a list of admins that cannot be fetched shows one error and can be retried @faults', async ({ page, server }) => {
  await signIn(page, server.admin)
  await page.route('**/v1/admin-invites', (route) => route.abort())
  await page.route('**/v1/admins', (route) => route.abort())
  await page.goto('/admins')
  await expect(page.locator('main').getByRole('alert').filter({ hasText: 'Couldn’t load admins' })).toHaveCount(1)
  await expectToast(page, 'Couldn’t load admins', 'alert')
  await page.waitForLoadState('networkidle')
  expect(shownToasts(page)).toEqual([])
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, server.admin.email)).toBeVisible()
})

test('a slow list of admins shows that it is loading @faults', async ({ page, server }) => {
  await signIn(page, server.admin)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/v1\/(?:admins|admin-invites)$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/admins')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admins')
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(page.getByText(/pending/)).toHaveCount(0)
  release()
  await expect(row(page, server.admin.email)).toBeVisible()
})

test('when the session ends under the invitation dialog, the admin signs in over it and the invitation is then sent @faults', async ({
  page,
  server,
}) => {
  const address = newAccount('Interrupted Person').email
  await signIn(page, server.admin)
  await openInvite(page)
  await page.getByRole('radio', { name: 'Super admin' }).check({ force: true })
  await emails(page).fill(address)
  await endSession(page)
  await send(page).click()

  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(server.admin.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()

  await expectToast(page, 'Invite successfully sent')
  await expect(row(page, address)).toContainText('Super admin')
})
