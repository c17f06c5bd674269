import type { Page } from '@playwright/test'
import { makeGguf } from '../formats/src/samples/make-gguf.ts'
import { modelFile, publish } from './support/model-files.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use({ serverOptions: { demo: false, settings: { PUBLISHING: 'two' } } })

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const badge = (page: Page) => page.getByText(/^\d+ to review$/)

/** What happened to a version, below the table. */
const release = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Releases' }).getByRole('listitem').filter({ hasText: text })

const review = (page: Page, version: number) =>
  page.getByRole('dialog', { name: `Prompt file - approve version ${version}` })
const approve = (page: Page, version: number) => review(page, version).getByRole('button', { name: 'Approve' })
/** Opens the text of the version. */
const opener = (page: Page) => page.getByRole('button', { name: /^Prompt (Not read yet|Read)$/ })

test('[files-14] a version that one admin uploads is opened and approved by another', async ({ page, server }) => {
  await signIn(page, server.admin)
  await page.goto('/files')
  await expect(page.getByText('New versions need approval by a second person.')).toBeVisible()
  await expect(page.getByText('No one else can approve new versions')).toBeVisible()
  const other = await addAdmin(server, newAccount('Ravi Chandrasekhar'), 'super_admin')

  // The version that is uploaded in the dialog awaits approval.
  await page.getByRole('button', { name: 'Re-upload Prompt file' }).click()
  const upload = page.getByRole('dialog', { name: 'Prompt file - upload' })
  await upload.locator('input[type=file]').setInputFiles(modelFile('triage-prompt.txt', 'Be kind.\nBe short.\n'))
  await upload.getByRole('button', { name: 'Upload', exact: true }).click()
  await expectToast(page, 'New version uploaded. Another admin needs to approve it.')
  await expect(release(page, 'triage-prompt.txt')).toContainText('Prompt file awaits another admin')
  await expect(badge(page)).toHaveCount(0)
  await release(page, 'triage-prompt.txt').getByRole('button', { name: 'Details' }).click()
  const own = page.getByRole('dialog', { name: 'Prompt file - version 1' })
  await expect(own.getByText('You uploaded this version, so someone else has to approve it.')).toBeVisible()
  await expect(own.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true')

  // The other admin opens the text and then approves it.
  await signIn(page, other)
  await page.goto('/files?review=txt')
  await expect(review(page, 1)).toContainText('5 checks passed')
  await approve(page, 1).press('Enter')
  await expect(opener(page)).toBeFocused()
  await opener(page).press('Enter')
  await expect(review(page, 1)).toContainText('1 of 1 read')
  await approve(page, 1).click()
  await expectToast(page, 'Version 1 is current')
  await expect(row(page, 'triage-prompt.txt')).toContainText('Current')
  await expect(row(page, 'triage-prompt.txt')).toContainText('Approved by Ravi Chandrasekhar')
})

test('a version is compared and rejected, of two only the later one can be approved, and an earlier version can be restored @faults', async ({
  page,
  server,
}) => {
  const other = await addAdmin(server, newAccount('Ravi Chandrasekhar'), 'super_admin')
  await signIn(page, server.admin)
  await publish(page, 'triage-prompt.txt', 'Be kind.\nBe short.\n', 202)
  await signIn(page, other)
  await page.goto('/files?review=txt')
  await opener(page).click()
  await expect(review(page, 1)).toContainText('1 of 1 read')
  await approve(page, 1).click()
  await expectToast(page, 'Version 1 is current')

  // The next version is compared and rejected with a reason.
  await signIn(page, server.admin)
  await publish(page, 'triage-next.txt', 'Be kind.\nBe long.\n', 202)
  await signIn(page, other)
  await page.goto('/files')
  await expect(badge(page)).toHaveText('1 to review')
  await expect(release(page, 'triage-next.txt')).toHaveAttribute('aria-current', 'true')
  await release(page, 'triage-next.txt').getByRole('button', { name: 'Review' }).click()
  await opener(page).click()
  await expect(review(page, 2).getByRole('insertion')).toHaveText('+ Be long.')
  await expect(review(page, 2).getByRole('deletion')).toHaveText('− Be short.')
  await review(page, 2).getByRole('button', { name: 'Reject' }).click()
  await review(page, 2).getByRole('button', { name: 'Reject version 2' }).click()
  await expect(review(page, 2).getByText('Enter a reason (one line)')).toBeVisible()
  await review(page, 2).getByLabel('Reason').fill('It is too long.')
  await review(page, 2).getByRole('button', { name: 'Reject version 2' }).click()
  await expectToast(page, 'Version 2 rejected')
  await expect(release(page, 'Prompt file version 2 rejected')).toContainText('Ravi Chandrasekhar · “It is too long.”')

  // Of two versions that await approval only the later one can be approved, even while the earlier one is open.
  await signIn(page, server.admin)
  await publish(page, 'triage-third.txt', 'Be kind.\nBe brief.\n', 202)
  await signIn(page, other)
  await page.goto('/files?review=txt')
  await opener(page).click()
  await expect(review(page, 3)).toContainText('1 of 1 read')
  const elsewhere = await page.context().browser()?.newContext({ baseURL: server.url })
  if (!elsewhere) throw new Error('no browser')
  const secondPage = await elsewhere.newPage()
  await signIn(secondPage, server.admin)
  await publish(secondPage, 'triage-fourth.txt', 'Be kind.\nBe clear.\n', 202)
  await elsewhere.close()
  await approve(page, 3).click()
  await expect(page.getByRole('dialog')).toContainText(
    'Version 3 has been replaced by a newer upload. Review that one instead.',
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await expect(release(page, 'Prompt file version 3 replaced before approval')).toBeVisible()
  await release(page, 'triage-fourth.txt').getByRole('button', { name: 'Review' }).click()
  await opener(page).click()
  await expect(review(page, 4)).toContainText('1 of 1 read')
  await approve(page, 4).click()
  await expectToast(page, 'Version 4 is current')

  // One admin can go back to an earlier version by withdrawing the current one.
  await release(page, 'triage-fourth.txt')
    .getByRole('button', { name: /^Details/ })
    .click()
  const history = page.getByRole('dialog', { name: 'Prompt file - history' })
  await expect(history).toContainText('Rejected by Ravi Chandrasekhar: “It is too long.”')
  await history.getByLabel('Compare with').selectOption('1')
  await expect(history.getByRole('insertion')).toHaveText('+ Be clear.')
  await history.getByRole('button', { name: 'Withdraw version 4' }).click()
  const withdrawal = page.getByRole('dialog', { name: 'Prompt file - withdraw version 4' })
  await withdrawal.getByLabel('Replace with').selectOption('1')
  await withdrawal.getByLabel('Reason').fill('Wrong emergency number.')
  await withdrawal.getByRole('button', { name: 'Withdraw version 4' }).click()
  await expectToast(page, 'Version 4 withdrawn')
  await history.getByRole('button', { name: 'Close' }).last().click()
  const withdrawn = release(page, 'Prompt file version 4 withdrawn')
  await expect(withdrawn).toContainText('“Wrong emergency number.”')
  await withdrawn.getByRole('button', { name: 'Details' }).click()
  await expect(history.getByRole('listitem').filter({ hasText: 'triage-fourth.txt' })).toContainText('Withdrawn by')
})

test('each chat template of a model must be opened before approval, and lines that test the message are marked @faults', async ({
  page,
  server,
}) => {
  const uploader = await addAdmin(server, newAccount('Yuki Matsuda'))
  await signIn(page, uploader)
  const templates = { '': "{% if 'override' in message['content'] %}\n{{ 1 }}\n{% endif %}", tool_use: '{{ tools }}' }
  await publish(page, 'lumen.gguf', makeGguf({ templates }), 202)
  await signIn(page, server.admin)
  await page.goto('/files?review=gguf')
  const dialog = page.getByRole('dialog', { name: 'Main LLM - approve version 1' })
  await expect(dialog).toContainText('0 of 2 read')
  await expect(dialog).toContainText('Read the chat template before you approve.')
  await dialog.getByRole('button', { name: /^Chat template Not read/ }).click()
  await expect(dialog.getByText('Tests the message')).toBeVisible()
  await expect(dialog).toContainText('1 of 2 read')
  await dialog.getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(dialog.getByRole('button', { name: /^Chat template “tool_use”/ })).toBeFocused()
})
