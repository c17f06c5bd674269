import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { makeGguf } from '../formats/src/samples/make-gguf.ts'
import { makeOnnx } from '../formats/src/samples/make-onnx.ts'
import { dropFiles } from './support/drop-files.ts'
import { largeGguf, modelFile, pressUpload, publish } from './support/model-files.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use({ serverOptions: { demo: false, settings: { MAX_FILE_GB: '1' } } })

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server.admin)
})

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const cells = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).locator('th, td')
const uploaded = 'New version uploaded successfully'
const uploadButton = (dialog: Locator) => dialog.getByRole('button', { name: 'Upload', exact: true })
const newPrompt = 'You explain heart data.\nUse plain words.\nSay which days the values are from.\n'

async function openDialog(page: Page, name: string): Promise<Locator> {
  await pressUpload(page, name)
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${name} - (re-)?upload$`) })
  await expect(dialog).toBeVisible()
  return dialog
}

function choose(dialog: Locator, file: string): Promise<void> {
  return dialog.locator('input[type=file]').setInputFiles(file)
}

test('[files-1] [files-2] [files-10] a file of the wrong type or too large is rejected before anything is sent, and each of the three files is uploaded for the first time', async ({
  page,
}) => {
  await page.goto('/files')
  await expect(title(page)).toHaveText('Files 3')
  await expect(page).toHaveTitle('Files · Health Console')
  await expect(page.getByRole('columnheader')).toHaveText([
    'File Name',
    'Size',
    'Version name',
    'Time uploaded UTC',
    'Actions',
  ])
  for (const name of ['Main LLM', 'PPG Encoder', 'Prompt file']) {
    await expect(cells(page, name)).toHaveText([name, '0.00 GB', 'v0', '-', 'Re-upload'])
  }

  const sent: string[] = []
  page.on('request', (request) => void (request.method() !== 'GET' && sent.push(request.url())))
  const wrong = await openDialog(page, 'PPG Encoder')
  await dropFiles(wrong.getByText('Drop the file here'), [modelFile('notes.txt', 'notes')])
  await expectToast(page, 'Wrong file format', 'alert')
  await expect(wrong.getByRole('alert')).toHaveText('Please upload a file')
  await expect(uploadButton(wrong)).toBeDisabled()

  await choose(wrong, modelFile('notes.onnx', 'notes'))
  await expect(wrong.getByRole('alert')).toHaveText('This isn’t an ONNX model.')
  await expect(uploadButton(wrong)).toBeDisabled()
  await wrong.getByRole('button', { name: 'Remove file' }).click()
  await expect(wrong.getByRole('alert')).toHaveText('Please upload a file')

  await wrong.getByRole('button', { name: 'Cancel' }).click()
  const llm = await openDialog(page, 'Main LLM')
  await choose(llm, largeGguf('huge.gguf', 1_100_000_000))
  await expect(llm.getByRole('alert')).toHaveText('This file is too large (1.10 GB). Max file size: 1 GB.')
  await expect(uploadButton(llm)).toBeDisabled()
  expect(sent).toEqual([])
  await llm.getByRole('button', { name: 'Cancel' }).click()

  const dialog = await openDialog(page, 'Main LLM')
  await expect(dialog.getByRole('heading')).toHaveText('Main LLM - upload')
  await expect(dialog.getByText('Max file size: 1 GB. Accepts .gguf')).toBeVisible()
  await expect(dialog.locator('input[type=file]')).toHaveAttribute('accept', '.gguf')
  await expect(uploadButton(dialog)).toBeDisabled()
  const gguf = makeGguf({ contextLength: 8192, quantisation: 'Q4_K_M', parameterCount: 7_240_000_000 })
  await choose(dialog, modelFile('lumen.gguf', gguf))
  await expect(dialog.getByRole('cell')).toHaveText(['llama', '7.24 B', 'Q4_K_M', '8,192', '-'])
  await uploadButton(dialog).click()
  await expectToast(page, uploaded)
  await expect(dialog).toBeHidden()
  await expect(cells(page, 'Main LLM').nth(1)).toHaveText(/^\d+ k?B 0\.00 GB$/)
  await expect(cells(page, 'Main LLM').nth(2)).toContainText('v1Current')
  await expect(cells(page, 'Main LLM').nth(3)).toHaveText(/^\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d$/)

  const encoder = await openDialog(page, 'PPG Encoder')
  await dropFiles(encoder.getByText('Drop the file here'), [modelFile('encoder.onnx', makeOnnx())])
  const facts = ['ai.onnx 17', 'signal float [batch, 64]', 'embedding float [batch, 64]', '1']
  await expect(encoder.getByRole('cell')).toHaveText(facts)
  await uploadButton(encoder).click()
  await expect(cells(page, 'PPG Encoder').nth(2)).toContainText('v1Current')

  const prompt = await openDialog(page, 'Prompt file')
  await choose(prompt, modelFile('prompt.txt', newPrompt))
  await expect(prompt.getByRole('cell')).toHaveText(['3', '77'])
  await uploadButton(prompt).click()
  await expect(cells(page, 'Prompt file').nth(2)).toContainText('v1Current')
  await expect(page.getByRole('complementary').getByRole('progressbar')).toHaveCount(0)
})

test('[files-3] a prompt is compared, re-uploaded, restored from its history, withdrawn and downloaded', async ({
  page,
  server,
}) => {
  await publish(page, 'prompt-kept.txt', 'You explain heart data.\nUse long words.\n')
  await page.goto('/files')
  const before = await currentVersion(page, 'Prompt file')

  const dialog = await openDialog(page, 'Prompt file')
  await expect(dialog.getByRole('heading')).toHaveText('Prompt file - re-upload')
  await choose(dialog, modelFile('prompt-new.txt', newPrompt))
  await expect(dialog.getByText('2 lines added, 1 removed')).toBeVisible()
  await expect(dialog.getByRole('deletion')).toHaveText('− Use long words.')
  await expect(dialog.getByRole('insertion')).toHaveText([
    '+ Use plain words.',
    '+ Say which days the values are from.',
  ])
  await uploadButton(dialog).click()
  await expectToast(page, uploaded)
  await expect(cells(page, 'Prompt file').nth(2)).toContainText(`v${before + 1}Current`)

  await page
    .getByRole('button', { name: /^Details of Prompt file/ })
    .first()
    .click()
  const history = page.getByRole('dialog', { name: 'Prompt file - history' })
  const versions = history.getByRole('listitem')
  await expect(versions.first()).toContainText(`v${before + 1}`)
  await expect(versions.first()).toContainText('Current')
  await expect(versions.first()).toContainText('77 B · Ada Østergård')
  await expect(versions.first()).toContainText('prompt-new.txt')
  await expect(versions.first()).toContainText(/SHA-256[0-9a-f]{8}…[0-9a-f]{8}/)
  await expect(versions.nth(1)).toContainText('prompt-kept.txt')

  await versions
    .nth(1)
    .getByRole('button', { name: `Restore version ${before}` })
    .click()
  const question = page.getByRole('dialog', { name: `Prompt file - restore version ${before}` })
  await expect(question).toContainText('prompt-kept.txt')
  await expect(question.getByRole('insertion')).toHaveText('+ Use long words.')
  await question.getByLabel('Reason').fill('The long words were better.')
  await question.getByRole('button', { name: 'Restore' }).click()
  await expectToast(page, `Version ${before} restored as version ${before + 2}`)
  await expect(versions.first()).toContainText(`restored from version ${before}`)
  await expect(versions.first()).toContainText('“The long words were better.”')

  await versions
    .first()
    .getByRole('button', { name: /^Withdraw/ })
    .click()
  const withdrawal = page.getByRole('dialog', { name: `Prompt file - withdraw version ${before + 2}` })
  await withdrawal.getByRole('button', { name: `Withdraw version ${before + 2}` }).click()
  await expect(withdrawal.getByText('Choose the version to replace it with')).toBeVisible()
  await withdrawal.getByLabel('Replace with').selectOption(String(before + 1))
  await expect(withdrawal.getByRole('deletion')).toHaveText('− Use long words.')
  await withdrawal.getByLabel('Reason').fill('Long words confuse people.')
  await withdrawal.getByRole('button', { name: `Withdraw version ${before + 2}` }).click()
  await expectToast(page, `Version ${before + 2} withdrawn`)
  await expect(versions.nth(1)).toContainText('Withdrawn by Ada Østergård: “Long words confuse people.”')
  await expect(versions.filter({ hasText: 'Withdrawn by' })).toHaveCount(2)
  await history.getByRole('button', { name: 'Close' }).last().click()
  await expect(cells(page, 'Prompt file').nth(2)).toContainText(`v${before + 3}Current`)
  await page.reload()
  await expect(cells(page, 'Prompt file').nth(2)).toContainText('Signed · 5 checks passed')
  const releases = page.getByRole('region', { name: 'Releases' })
  const withdrawn = releases.getByRole('listitem').filter({ hasText: `Prompt file version ${before + 2} withdrawn` })
  await expect(withdrawn).toContainText('Ada Østergård · “Long words confuse people.”')
  await expect(releases).toContainText(`Prompt file version ${before} restored`)
  await expect(releases).toContainText('2 lines added, 1 removed · prompt-new.txt')

  const link = page.getByRole('link', { name: 'Download Prompt file' })
  await expect(link).toHaveAttribute('target', '_blank')
  const opened = page.context().waitForEvent('page')
  // A tab that only downloads closes immediately, and the page that opened it reports the download.
  const downloaded = Promise.any([page.waitForEvent('download'), opened.then((tab) => tab.waitForEvent('download'))])
  await link.click()
  await opened
  const download = await downloaded
  expect(download.suggestedFilename()).toBe('prompt-new.txt')
  expect(await readFile(await download.path(), 'utf8')).toBe(newPrompt)

  // After the session has ended the page shows the sign-in dialog, and a tab that the browser opens by itself shows the
  // sign-in page.
  await page.context().clearCookies()
  const signInTab = page.context().waitForEvent('page')
  await link.click({ modifiers: ['ControlOrMeta'] })
  await expect(await signInTab).toHaveURL('/login?next=/files')
  await link.click()
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()

  await test.step('an admin sees the history but cannot restore a version', async () => {
    await page.context().clearCookies()
    await signIn(page, await addAdmin(server, newAccount('Ola Nordmann')))
    await page.goto('/files')
    await page
      .getByRole('button', { name: /^Details of Prompt file/ })
      .first()
      .click()
    await expect(history.getByRole('link', { name: `Download version ${before + 1}` })).toBeVisible()
    await expect(history.getByRole('button', { name: /^Restore/ })).toHaveCount(0)
  })
})

test('[widgets-27] Back asks before a chosen file is discarded, closes the dialog, and then leads to the previous page @faults', async ({
  page,
}) => {
  await goBackFromDialogs(page, false)
})

test('on a phone Back also closes the drawer @faults', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await goBackFromDialogs(page, true)
})

/** Opens the page in a wide window or in a phone's. */
async function goBackFromDialogs(page: Page, isPhone: boolean) {
  await publish(page, 'prompt.txt', 'You explain heart data.\n')
  const back = () => page.evaluate(() => history.back())
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await page.goto('/admins')
  if (isPhone) {
    // The drawer is also a dialog.
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await back()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL('/admins')
    await page.getByRole('button', { name: 'Open menu' }).click()
  }
  await link('Files').click()
  await expect(title(page)).toContainText('Files')
  const dialog = await openDialog(page, 'Prompt file')
  await choose(dialog, modelFile('prompt.txt', newPrompt))
  await expect(uploadButton(dialog)).toBeEnabled()
  await back()
  const question = page.getByRole('alertdialog', { name: 'Discard the chosen file?' })
  await expect(question.getByRole('button', { name: 'Keep the file' })).toBeFocused()
  await back()
  await expect(question).toHaveCount(0)
  await expect(dialog.getByText('prompt.txt')).toBeVisible()
  await back()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/files')

  await page
    .getByRole('button', { name: /^Details of Prompt file/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The browser has left the dialog's history entry.
  await page.waitForFunction(() => !Object.hasOwn(history.state ?? {}, 'isOver'))
  await back()
  await expect(page).toHaveURL('/admins')
  await expect(title(page)).toContainText('Admins')
}

test('the fingerprint of a version appears once it is computed @faults', async ({ page }) => {
  await publish(page, 'prompt.txt', 'You explain heart data.\n')
  let requests = 0
  await page.route('**/v1/files/*/versions', async (route) => {
    requests += 1
    if (requests > 1) return route.fallback()
    const history = await (await route.fetch()).json()
    for (const version of history.data) version.sha256 = null
    await route.fulfill({ json: history })
  })
  await page.goto('/files')
  await page
    .getByRole('button', { name: /^Details of Prompt file/ })
    .first()
    .click()
  const newest = page.getByRole('dialog', { name: 'Prompt file - history' }).getByRole('listitem').first()
  await expect(newest).toContainText('SHA-256calculating…')
  await expect(newest).toContainText(/SHA-256[0-9a-f]{8}…[0-9a-f]{8}/)
})

test("on a phone a file's details are visible without scrolling, and actions do not cover them @faults", async ({
  page,
}) => {
  await publish(page, 'prompt.txt', 'You explain heart data.\n')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    await page.goto('/files')
    await expect(page.getByRole('columnheader')).toHaveText(['File Name', 'Actions'])
    const about = cells(page, 'Prompt file').first()
    await expect(about).toHaveText(
      /^Prompt filev\d+Current(Signed|Not signed yet) · [45] checks passed\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d$/,
    )
    const box = page.getByRole('region', { name: 'Files table' })
    expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    const name = await page.getByText('Prompt file', { exact: true }).first().boundingBox()
    const download = await page.getByRole('link', { name: 'Download Prompt file' }).boundingBox()
    expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual(download?.x ?? 0)
    expect(download?.height).toBeGreaterThanOrEqual(44)
    await page.getByRole('button', { name: 'Actions for Prompt file' }).click()
    await expect(page.getByRole('button', { name: 'Re-upload Prompt file' })).toBeInViewport({ ratio: 1 })
  }
})

async function currentVersion(page: Page, name: string): Promise<number> {
  return Number(/\d+/.exec(await cells(page, name).nth(2).innerText())?.[0])
}
