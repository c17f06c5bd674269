import { newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'
import { translate } from './support/translated.ts'

test.use({ serverOptions: { demo: true } })

test('a page that the browser translates continues to work', async ({ page, server }) => {
  await page.addInitScript(translate)
  await signIn(page, server.admin)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const isWhole = () => expect(page.getByText('Something went wrong')).toHaveCount(0)

  // The list is searched, sorted and paged.
  await page.goto('/')
  await page.getByRole('searchbox').fill('son')
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /result|users|Showing/ })
      .first(),
  ).toBeAttached()
  await button(/^Last Name/)
    .first()
    .click()
  await isWhole()

  // Names and IDs are not sent to be translated.
  await page.goto('/')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.locator('tbody td font')).toHaveCount(0)

  // A report is opened.
  await page.getByRole('row').nth(1).click()
  await button(/^View/).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await button(/^Download report/)
    .first()
    .click()
  await isWhole()

  // An admin is invited.
  await page.goto('/admins')
  await button('Invite').first().click()
  await page.getByRole('dialog').getByRole('textbox').first().fill(newAccount('Translated Invitee').email)
  await button(/^Send invite/).click()
  await expectToast(page, 'Invite successfully sent')
  await isWhole()

  // The admin changes the full name.
  await button('Settings').click()
  await page.getByRole('dialog').getByLabel('Name').fill('Ada Translated')
  await button('Save').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await isWhole()

  // The files and their histories are opened.
  await page.getByRole('link', { name: 'Files' }).click()
  await button(/^Details of/)
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await isWhole()
})
