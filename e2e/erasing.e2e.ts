import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { importPeople } from './support/people.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const person = (id: string) => ({ id, memberId: `HM-${id}`, firstName: 'Siân', lastName: `Llewellyn ${id}` })
test.use({ serverOptions: { demo: false } })
test.beforeAll(async ({ server }) => importPeople(server, ['one', 'two', 'three'].map(person)))

const dialog = (page: Page) => page.getByRole('dialog')
const openDialog = async (page: Page, id: string) => {
  await page.goto(`/user/${id}`)
  await page.getByRole('button', { name: 'Erase', exact: true }).click()
}

test('a super admin erases a person by the member id, with a reason', async ({ page, server }) => {
  await signIn(page, server.admin)
  await openDialog(page, 'one')
  await expect(dialog(page)).toContainText('leaves every list at once. This cannot be undone.')
  await expectNoAxeViolations(page)
  const erase = dialog(page).getByRole('button', { name: 'Erase this person' })
  await page.getByLabel('Reason').fill('Request of 18 November')
  await page.getByRole('textbox', { name: 'Member id' }).fill('HM-two')
  await erase.click()
  await expect(dialog(page)).toContainText('This is not the member ID of the person')
  await page.getByRole('textbox', { name: 'Member id' }).fill('HM-one')
  await erase.click()
  await expectToast(page, 'The person is erased')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('row').filter({ hasText: 'HM-one' })).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'HM-two' })).toHaveCount(1)
  await page.goto('/user/one')
  await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
})

test('a hold keeps a person until it is lifted', async ({ page, server }) => {
  await signIn(page, server.admin)
  await openDialog(page, 'two')
  await page.getByRole('button', { name: 'set a hold' }).click()
  await page.getByLabel('Reason').fill('Complaint 2026-118')
  await page.getByRole('button', { name: 'Set the hold' }).click()
  await expect(dialog(page)).toContainText('A hold keeps this person.')
  await expect(dialog(page)).toContainText('“Complaint 2026-118”')
  await expect(dialog(page).getByRole('button', { name: 'Erase this person' })).toHaveCount(0)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Lift the hold' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Erase this person' })).toBeVisible()
})

test('an admin cannot erase anyone', async ({ page, server }) => {
  await signIn(page, await addAdmin(server, newAccount('Plain Admin')))
  await page.goto('/user/three')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Llewellyn three')
  await expect(page.getByRole('button', { name: 'Erase', exact: true })).toHaveCount(0)
})
