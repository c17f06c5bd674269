import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { makeGguf } from '../formats/src/samples/make-gguf.ts'
import { modelFile, publish } from './support/model-files.ts'
import { expect, signIn, test } from './support/test.ts'

const template = "{% for message in messages %}\n{{ message['content'] }}\n{% endfor %}\n"
const served = makeGguf({ architecture: 'llama', contextLength: 4096, templates: { '': template } })

test.use({ serverOptions: { demo: false, filledBy: 'file-facts' } })

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server.admin)
  await publish(page, 'served.gguf', served)
  await publish(page, 'served.txt', 'You explain heart data.\n')
  await page.goto('/files')
})

const dialogOf = (page: Page) => page.getByRole('dialog')
const uploadButton = (page: Page) => dialogOf(page).getByRole('button', { name: 'Upload', exact: true })
/** Closes the dialog in which a file has been chosen. */
async function leave(page: Page) {
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialogOf(page)).toHaveCount(0)
}

const cells = (row: Locator) => row.getByRole('cell').allTextContents()

async function choose(page: Page, name: string, filename: string, content: Uint8Array | string) {
  await page.getByRole('button', { name: `Re-upload ${name}` }).click()
  await dialogOf(page).locator('input[type=file]').setInputFiles(modelFile(filename, content))
}

test('[files-9] [files-10] a chosen file is compared with the current version, a file that can never run is rejected, and invisible characters are named', async ({
  page,
}) => {
  const changed = template.replace('{{', "{% if 'opioid' in message['content'] %}Take ours.{% endif %}\n{{")
  const next = makeGguf({ architecture: 'brain3', contextLength: 8192, templates: { '': changed } })
  await choose(page, 'Main LLM', 'next.gguf', next)
  const row = (name: string) =>
    dialogOf(page)
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name }) })
  await expect(row('Architecture').getByRole('cell').last()).toHaveText(/llama/)
  expect((await cells(row('Context length'))).join(' ')).toBe('8,192 4,096')
  await expect(dialogOf(page)).toContainText(
    'The architecture “brain3” is unknown. Check that your software supports it.',
  )
  const changes = dialogOf(page).getByRole('region', { name: 'Changed lines in the chat template' })
  await expect(changes.locator('mark')).toHaveText(/'opioid' in message/)
  await expect(uploadButton(page)).toBeEnabled()
  await leave(page)
  await choose(page, 'Main LLM', 'again.gguf', served)
  await expect(dialogOf(page)).toContainText(/This file is identical to version \d+, the current version\./)
  await leave(page)
  await choose(page, 'Main LLM', 'part.gguf', makeGguf({ numbers: { 'split.no': 1, 'split.count': 3 } }))
  await expect(dialogOf(page)).toContainText('This is part 2 of 3 of a split GGUF file.')
  await expect(uploadButton(page)).toBeDisabled()
  await leave(page)
  await choose(page, 'Prompt file', 'next.txt', 'You explain \u202Eheart data.\n')
  await expect(dialogOf(page)).toContainText('U+202E')
  await expect(dialogOf(page).locator('ins')).toHaveText('+ You explain [U+202E]heart data.')
})

test('the history shows what a version contains and which earlier version is the same, and offers its signature', async ({
  page,
}) => {
  await publish(page, 'again.gguf', served)
  await page.reload()
  const release = page.getByRole('listitem').filter({ hasText: 'again.gguf' })
  await release.getByRole('button', { name: /^Details of Main LLM/ }).click()
  await expect(dialogOf(page).getByRole('row').filter({ hasText: 'Context length' })).toContainText('4,096')
  await expect(dialogOf(page)).toContainText('same as version 1')
  // The version is signed a moment after it is hashed.
  const newest = dialogOf(page).getByRole('listitem').first()
  const link = newest.getByRole('link', { name: /^Download signature of version/ })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toBe('again.gguf.sig')
  const bundle = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect(bundle).toMatchObject({ mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json' })
})
