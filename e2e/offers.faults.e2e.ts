import type { Page } from '@playwright/test'
import { publish } from './support/model-files.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// No other test may have published a version.
test.use({ serverOptions: { demo: false, settings: { PUBLISHING: 'two' }, filledBy: 'offers' } })

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('[files-24] a version is approved for a part of the devices, offered to more, and withdrawn or made current for all', async ({
  page,
  server,
}) => {
  const other = await addAdmin(server, newAccount('Ravi Chandrasekhar'), 'super_admin')
  const submit = async (name: string, text: string) => {
    await signIn(page, server.admin)
    await publish(page, name, text, 202)
    await signIn(page, other)
    await page.goto('/files?review=txt')
    await page.getByRole('button', { name: /^Prompt (Not read yet|Read)$/ }).click()
  }
  const approve = page.getByRole('button', { name: 'Approve' })
  const offerTo = page.getByRole('radiogroup', { name: 'Offer to' })

  // The first version has no earlier one that other devices could keep.
  await submit('first.txt', 'Be kind.\n')
  await expect(approve).toBeEnabled()
  await expect(offerTo).toHaveCount(0)
  await approve.click()
  await expectToast(page, 'Version 1 is current')

  await submit('second.txt', 'Be kind.\nBe short.\n')
  await expect(offerTo.getByRole('radio', { name: 'All devices' })).toBeChecked()
  await offerTo.getByRole('radio', { name: '5 %', exact: true }).check()
  await expect(
    page.getByText('5 % of devices will get version 2. The others will still be offered version 1.'),
  ).toBeVisible()
  await approve.click()
  await expectToast(page, 'Version 2 offered to 5\u00A0% of devices')
  await expect(row(page, 'first.txt')).toContainText('Current')
  await expect(row(page, 'second.txt')).toContainText('offered to 5 % of devices')
  await expect(row(page, 'second.txt')).toContainText('Downloaded 0 times by devices')

  await row(page, 'second.txt').getByRole('button', { name: 'Offer to more' }).click()
  const more = page.getByRole('dialog', { name: 'Prompt file - offer version 2 to more' })
  await expect(more.getByRole('radio', { name: '25 %' })).toBeChecked()
  await expect(more).toContainText('About 20 % more will get it the next time they check for updates.')
  await more.getByRole('button', { name: 'Offer to 25 %' }).click()
  await expectToast(page, 'Version 2 offered to 25\u00A0%')
  await expect(row(page, 'second.txt')).toContainText('offered to 25 % of devices')

  await row(page, 'second.txt').getByRole('button', { name: 'Offer to more' }).click()
  await more.getByRole('radio', { name: 'All devices' }).check()
  await more.getByRole('button', { name: 'Offer to all devices' }).click()
  await expectToast(page, 'Version 2 is current')
  await expect(row(page, 'second.txt')).toContainText('Current')

  await submit('third.txt', 'Be kind.\nBe long.\n')
  await offerTo.getByRole('radio', { name: '50 %' }).check()
  await approve.click()
  await expectToast(page, 'Version 3 offered to 50\u00A0% of devices')
  await row(page, 'third.txt').getByRole('button', { name: 'Withdraw' }).click()
  const withdraw = page.getByRole('dialog', { name: 'Prompt file - withdraw version 3' })
  await withdraw.getByLabel('Reason').fill('Too long.')
  await withdraw.getByRole('button', { name: 'Withdraw version 3' }).click()
  await expectToast(page, 'Version 3 withdrawn')
  await expect(row(page, 'second.txt')).toContainText('Current')
  await expect(row(page, 'third.txt')).toHaveCount(0)
  const withdrawn = page.getByRole('listitem').filter({ hasText: 'Prompt file version 3 withdrawn' })
  await expect(withdrawn).toContainText('“Too long.”')
})
