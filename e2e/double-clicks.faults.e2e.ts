import type { Locator, Page } from '@playwright/test'
import { makeGguf } from '../formats/src/samples/make-gguf.ts'
import { changesOf, expectOpen, settle, walk } from './support/double-click.ts'
import { largeGguf, publish } from './support/model-files.ts'
import { networkOf } from './support/network.ts'
import { patients, replaceTable, spreadsheet } from './support/spreadsheets.ts'
import { ageSignIns } from './support/sessions.ts'
import { addAdmin, invite, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast, shownToasts } from './support/toasts.ts'

const plain = newAccount('Plain Admin')

test.use({ serverOptions: { demo: false, settings: { UPLOAD_PART_MB: '5' } } })
test.beforeAll(async ({ server }) => {
  await addAdmin(server, plain)
})
test.beforeEach(async ({ page, server }) => {
  await signIn(page, server.admin)
})

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const question = (page: Page, name: string) => page.getByRole('alertdialog', { name })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

// A confirming button may appear where the second press happens. That press must do nothing.
walk((width, twice) => {
  const isPhone = width < 768

  async function openMenu(page: Page) {
    if (!isPhone) return page.getByRole('complementary')
    await button(page, 'Open menu').click()
    return dialog(page, 'Menu')
  }

  /** An action of a row, which is in the "…" menu on phones. */
  async function inRow(page: Page, of: string, action: string) {
    if (isPhone) {
      await twice(button(page, `Actions for ${of}`))
      await expect(button(page, action)).toBeVisible()
    }
    return button(page, action)
  }

  test('the sidebar ignores the second press', async ({ page }) => {
    await page.goto('/files')
    const changes = changesOf(page)
    if (isPhone) {
      await twice(button(page, 'Open menu'))
      await expectOpen(page, dialog(page, 'Menu'))
      await twice(button(page, 'Close menu'))
      await expectOpen(page)
      await expect(page).toHaveURL('/files')
    }
    const confirmation = question(page, 'Are you sure you want to log out?')
    await twice(button(await openMenu(page), 'Log out'))
    await expectOpen(page, confirmation)
    await twice(button(confirmation, 'Cancel'))
    await expectOpen(page)

    const settings = dialog(page, 'Settings')
    await twice(button(await openMenu(page), 'Settings'))
    await expectOpen(page, settings)
    await twice(button(settings, 'Change password'))
    await expectOpen(page, settings, dialog(page, 'Change password'))
    await twice(button(dialog(page, 'Change password'), 'Cancel'))
    await expectOpen(page, settings)
    await settings.getByLabel('Email').fill('other@console.test')
    await twice(button(settings, 'Save'))
    await expectOpen(page, settings, question(page, 'Change e-mail?'))
    await twice(button(question(page, 'Change e-mail?'), 'Cancel'))
    await expectOpen(page, settings)
    const discard = question(page, 'Discard changes?')
    await twice(button(settings, 'Close'))
    await expectOpen(page, settings, discard)
    await twice(button(discard, 'Discard'))
    await expectOpen(page)
    expect(changes).toEqual([])
  })

  test('the admins page ignores the second press', async ({ page }) => {
    const invitee = newAccount('Super Invitee').email
    await invite(page, [invitee], 'super_admin')
    await page.goto('/admins')
    const changes = changesOf(page)
    await twice(button(page, 'Invite'))
    await expectOpen(page, dialog(page, 'Invite admins'))
    await twice(button(dialog(page, 'Invite admins'), 'Cancel'))
    await expectOpen(page)
    const revoke = question(page, 'Revoke access?')
    await twice(await inRow(page, plain.fullName, `Revoke access of ${plain.fullName}`))
    await expectOpen(page, revoke)
    await twice(button(revoke, 'Cancel'))
    await expectOpen(page)
    const cancel = question(page, 'Cancel invite?')
    await twice(await inRow(page, invitee, `Cancel invite for ${invitee}`))
    await expectOpen(page, cancel)
    await twice(button(cancel, 'Keep invite'))
    await expectOpen(page)
    expect(changes).toEqual([])
    await twice(await inRow(page, invitee, `Resend invite to ${invitee}`))
    await expectToast(page, 'Invite successfully resent')
    await settle(page)
    expect(shownToasts(page)).toEqual([])
    expect(changes).toEqual(['POST /v1/admin-invites'])
    await twice(await inRow(page, invitee, `Cancel invite for ${invitee}`))
    await twice(button(cancel, 'Cancel invite'))
    await expectOpen(page)
    expect(changes.slice(1).map((change) => change.split('/', 3).join('/'))).toEqual(['DELETE /v1/admin-invites'])
  })

  test('“Import data” requires a confirmation before most rows are removed, and Cancel keeps the import', async ({
    page,
  }) => {
    await replaceTable(page, patients(219))
    await page.goto('/hospital-patients')
    const imports = dialog(page, 'Import Patients data via XLSX')
    await twice(button(page, 'Re-upload table'))
    await expectOpen(page, imports)
    await twice(button(page, 'Import data'))
    await expect(page.getByText('Please upload a file')).toBeVisible()
    await page.getByLabel('Choose a file (.xlsx)').setInputFiles(spreadsheet('fewer.xlsx', patients(100)))
    await expect(imports.getByText('219 → 100 rows')).toBeVisible()
    const changes = changesOf(page)
    const confirmation = question(page, 'Remove 119 of 219 rows?')
    await twice(button(imports, 'Import data'))
    await expectOpen(page, imports, confirmation)
    await twice(button(confirmation, 'Cancel'))
    await expectOpen(page, imports)
    expect(changes).toEqual([])
    await twice(button(imports, 'Import data'))
    await twice(button(confirmation, 'Import data'))
    await expectOpen(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hospital Patients 100')
    expect(changes).toHaveLength(1)
  })

  test('“Upload” starts an upload and does not pause it; the buttons that replace it ignore the second press too', async ({
    page,
  }) => {
    await publish(page, 'before.gguf', makeGguf())
    await page.goto('/files')
    const upload = dialog(page, 'Main LLM - re-upload')
    await twice(await inRow(page, 'Main LLM', 'Re-upload Main LLM'))
    await expectOpen(page, upload)
    const network = await networkOf(page)
    await network.slow(20_000)
    await upload.locator('input[type=file]').setInputFiles(largeGguf('slow.gguf', 60_000_000))
    await twice(button(upload, 'Upload'))
    await settle(page)
    await expect(button(upload, 'Pause')).toBeVisible()
    await twice(button(upload, 'Pause'))
    await settle(page)
    await expect(button(upload, 'Resume')).toBeVisible()
    await twice(button(upload, 'Resume'))
    await settle(page)
    await expect(button(upload, 'Pause')).toBeVisible()
    await twice(button(upload, 'Cancel upload'))
    await expectOpen(page)
  })

  test('the dialog of a failed upload ignores the second press', async ({ page }) => {
    await publish(page, 'before.gguf', makeGguf())
    const error = { code: 'storage_full', message: 'The file storage has no space left.', requestId: 'r' }
    await page.route('**/v1/files/*', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 507, json: { error } }) : route.fallback(),
    )
    await page.goto('/files')
    const upload = dialog(page, 'Main LLM - re-upload')
    const open = await inRow(page, 'Main LLM', 'Re-upload Main LLM')
    await open.click()
    await upload.locator('input[type=file]').setInputFiles(largeGguf('refused.gguf', 6_000_000))
    await button(upload, 'Upload').click()
    const failed = upload.getByRole('alert').filter({ hasText: 'Error upload file' })
    await expect(failed).toBeVisible()
    const changes = changesOf(page)
    await twice(button(upload, 'Try again'))
    await expect.poll(() => changes.filter((change) => change.startsWith('PATCH'))).toHaveLength(1)
    await expect(failed).toBeVisible()
    await expectOpen(page, upload)

    let choosers = 0
    page.on('filechooser', () => (choosers += 1))
    await twice(button(upload, 'Choose another file'))
    await expect(upload.locator('input[type=file]')).toBeAttached()
    await expectOpen(page, upload)
    expect(choosers).toBe(0)
  })

  test('the password prompt ignores the second press', async ({ page, server }) => {
    const colleague = await addAdmin(server, newAccount('Leaving Colleague'))
    await page.goto('/admins')
    const revoke = question(page, 'Revoke access?')
    const prompt = dialog(page, 'Confirm your password')
    ageSignIns(server)
    await twice(await inRow(page, colleague.fullName, `Revoke access of ${colleague.fullName}`))
    await twice(button(revoke, 'Confirm'))
    await expectOpen(page, revoke, prompt)
    await twice(button(prompt, 'Cancel'))
    await expectOpen(page, revoke)
    await twice(button(revoke, 'Confirm'))
    await expectOpen(page, revoke, prompt)
    const changes = changesOf(page)
    await prompt.getByLabel('Password', { exact: true }).fill(server.admin.password)
    await twice(button(prompt, 'Confirm'))
    await expect(row(page, colleague.fullName)).toHaveCount(0)
    await expectOpen(page)
    expect(changes.map((change) => change.split('?')[0])).toEqual([
      'POST /v1/auth/admin/confirm',
      'POST /v1/admins/access/revoke',
    ])
  })
})
