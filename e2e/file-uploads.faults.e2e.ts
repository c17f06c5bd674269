import type { Locator, Page } from '@playwright/test'
import { makeGguf } from '../formats/src/samples/make-gguf.ts'
import { makeOnnx } from '../formats/src/samples/make-onnx.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { largeGguf, modelFile, publish, pressUpload } from './support/model-files.ts'
import { networkOf } from './support/network.ts'
import { addAdmin, newAccount } from './support/staff.ts'
import { expect, signIn, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const megabyte = 1_000_000
/** This is slow enough to observe a running upload. */
const slowBytesPerSecond = 6 * megabyte
/** This is so slow that no further part arrives during a test, even on a busy machine. */
const stillBytesPerSecond = 20_000

// With parts of 5 MB many are sent in a few seconds.
test.use({ serverOptions: { demo: false, settings: { UPLOAD_PART_MB: '5' } } })

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server.admin)
  // Another test may have left an upload unfinished.
  const { data } = await (await page.request.get('/v1/file-uploads')).json()
  for (const { id } of data) await page.request.delete(`/v1/file-uploads/${id}`)
  await publish(page, 'before.gguf', makeGguf())
})

const dialogOf = (page: Page, name = 'Main LLM') => page.getByRole('dialog', { name: `${name} - re-upload` })
const panelOf = (page: Page, name = 'Main LLM') =>
  page.getByRole('complementary').getByRole('group', { name: `${name} upload` })

async function begin(page: Page, file: string, name = 'Main LLM'): Promise<Locator> {
  await pressUpload(page, name)
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${name} - (re-)?upload$`) })
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  return dialog
}

/** Starts an upload, waits until some parts have arrived, and then lets no further part arrive. */
async function beginAndStall(page: Page, file: string, parts = 1) {
  const network = await networkOf(page)
  await network.slow(slowBytesPerSecond)
  const dialog = await begin(page, file)
  await expect.poll(async () => (await arrivedParts(page)).length, { intervals: [100] }).toBeGreaterThanOrEqual(parts)
  await network.slow(stillBytesPerSecond)
  return { network, dialog }
}

async function expectVersion(page: Page, version: number): Promise<void> {
  await expect.poll(() => currentVersion(page), { timeout: 30_000 }).toBe(version)
}

const currentVersion = async (page: Page): Promise<number> => (await currentFile(page)).version

async function currentContent(page: Page): Promise<Buffer> {
  return (await page.request.get((await currentFile(page)).url)).body()
}

async function currentFile(page: Page): Promise<{ version: number; url: string }> {
  const { data } = await (await page.request.get('/v1/files')).json()
  return data.files.find((file: { type: string }) => file.type === 'gguf')
}

/** Returns the parts that the server has of the only open upload. */
async function arrivedParts(page: Page): Promise<number[]> {
  const begun = await (await page.request.get('/v1/file-uploads')).json()
  if (begun.data.length === 0) return []
  const { data } = await (await page.request.get(`/v1/file-uploads/${begun.data[0].id}`)).json()
  return data.parts.map((part: { partNumber: number }) => part.partNumber)
}

/** Collects the numbers of the parts that the page sends from now on. */
function partsSent(page: Page): number[] {
  const numbers: number[] = []
  page.on('request', (request) => {
    const part = request.method() === 'PUT' && /\/parts\/(\d+)\?/.exec(request.url())?.[1]
    if (part) numbers.push(Number(part))
  })
  return numbers
}

/** Expects that no arrived part is sent again. A part that was being sent may also have arrived. */
function expectOnlyMissing(sent: number[], arrived: number[]) {
  expect(sent).not.toEqual([])
  expect(arrived).not.toEqual([])
  expect(sent.filter((number) => arrived.includes(number))).toEqual([])
}

test('[files-5] an upload can be paused and resumed, and continues on other pages of the console', async ({ page }) => {
  const version = await currentVersion(page)
  await page.goto('/files')
  const { network, dialog } = await beginAndStall(page, largeGguf('paused.gguf', 60 * megabyte))
  await expect(dialog.getByText('You can close this dialog; the upload continues.')).toBeVisible()
  await expect(dialog.getByText(/ [kM]?B\/s$/)).toBeVisible()
  await expect(dialog.getByText(/\sleft$/)).toBeVisible()
  await expect(dialog.getByText(`v${version + 1}`)).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('cursor', 'progress')
  await expect(dialog.getByRole('status')).toHaveText(/^Main LLM upload: \d?0 %$/)
  await expectNoAxeViolations(page)

  await dialog.getByRole('button', { name: 'Pause' }).click()
  const resume = dialog.getByRole('button', { name: 'Resume' })
  await expect(resume).toBeFocused()
  await expectNoAxeViolations(page)
  const arrived = await arrivedParts(page)
  const shown = async () => Number(await dialog.getByRole('progressbar').getAttribute('aria-valuenow'))
  const shownPaused = await shown()
  // The parts that were being sent are lost, so they do not count.
  expect(shownPaused).toBeLessThanOrEqual((arrived.length * 5 * 2 ** 20 * 100) / (60 * megabyte))
  const sent = partsSent(page)
  await resume.click()
  await expect(dialog.getByRole('button', { name: 'Pause' })).toBeFocused()
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  expect(await shown()).toBeGreaterThanOrEqual(shownPaused)

  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Admins' }).click()
  await expect(panelOf(page).getByText(/\d+ %/)).toBeVisible()
  await expectNoAxeViolations(page)
  await panelOf(page).getByRole('link', { name: 'Open the upload of Main LLM' }).click()
  await expect(dialogOf(page).getByRole('button', { name: 'Pause' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Admins' }).click()
  await network.restore()
  await expectVersion(page, version + 1)
  await expect(panelOf(page)).toBeHidden()
  // The end of the upload does not navigate back to the files page.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Admins')
  expectOnlyMissing(sent, arrived)
})

test('[files-5] an upload continues after the network was lost and after the server has restarted', async ({
  page,
  server,
}) => {
  const version = await currentVersion(page)
  await page.goto('/files')
  const { network, dialog } = await beginAndStall(page, largeGguf('lost.gguf', 60 * megabyte))
  const waiting = dialog.getByText('Server unavailable. The upload will resume automatically.')
  await network.cut()
  await expect(waiting).toBeVisible()
  await expectNoAxeViolations(page)
  await network.slow(stillBytesPerSecond)
  await expect(waiting).toBeHidden({ timeout: 30_000 })
  // The server waits for the parts that it is receiving.
  await network.slow(slowBytesPerSecond)
  await server.halt()
  await expect(waiting).toBeVisible()
  await server.resume()
  await network.restore()
  await expectVersion(page, version + 1)
  await expect(dialog).toBeHidden()
})

test('[files-6] a second tab shows that the file is being uploaded, and continues it after the first is closed', async ({
  page,
  context,
}) => {
  const version = await currentVersion(page)
  await page.goto('/files')
  const file = largeGguf('resumed.gguf', 60 * megabyte)
  await beginAndStall(page, file, 2)
  const tab = await context.newPage()
  await tab.goto('/files')
  await begin(tab, file)
  await expect(tab.getByRole('alert').filter({ hasText: 'in another tab' }).first()).toBeVisible()
  await dialogOf(tab).getByRole('button', { name: 'Choose another file' }).click()

  const closing = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await closing).type()).toBe('beforeunload')
  await (await closing).accept()

  const arrived = await arrivedParts(tab)
  await tab.goto('/files?upload=gguf')
  const note = 'The upload of resumed.gguf wasn’t finished. Choose the same file to resume it.'
  await expect(dialogOf(tab).getByText(note)).toBeVisible()
  await expectNoAxeViolations(tab)
  await tab.keyboard.press('Escape')
  const sent = partsSent(tab)
  await begin(tab, file)
  await expectVersion(tab, version + 1)
  expectOnlyMissing(sent, arrived)
})

test('[files-7] a version is not published twice when the response to the last request is lost', async ({ page }) => {
  const version = await currentVersion(page)
  await page.goto('/files')
  let requests = 0
  await page.route(/\/v1\/files\/[^/]+$/, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    requests += 1
    expect((await route.fetch()).status()).toBe(200)
    await route.abort('connectionreset')
  })
  const dialog = await begin(page, largeGguf('answered.gguf', 1 * megabyte))
  await expect(dialog).toBeHidden({ timeout: 30_000 })
  expect(requests).toBe(1)
  expect(await currentVersion(page)).toBe(version + 1)
})

test('a file that only begins like the interrupted one starts a new upload', async ({ page }) => {
  const version = await currentVersion(page)
  await page.goto('/files')
  const { network, dialog } = await beginAndStall(page, largeGguf('one.gguf', 60 * megabyte))
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await network.restore()
  await page.goto('/files')
  const sent = partsSent(page)
  await begin(page, largeGguf('other.gguf', 60 * megabyte, {}, { atByte: 2 * megabyte, text: 'changed' }))
  await expectVersion(page, version + 1)
  expect(new Set(sent).size).toBe(12)
})

test('[files-8] a cancelled upload is removed, and the dialog starts over', async ({ page }) => {
  const version = await currentVersion(page)
  await page.goto('/files')
  const { dialog } = await beginAndStall(page, largeGguf('cancelled.gguf', 60 * megabyte))
  await dialog.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(dialog).toBeHidden()
  await expect(panelOf(page)).toBeHidden()
  await expect.poll(async () => (await (await page.request.get('/v1/file-uploads')).json()).data).toEqual([])
  expect(await currentVersion(page)).toBe(version)
  await page.getByRole('button', { name: 'Re-upload Main LLM' }).click()
  await expect(dialogOf(page).getByText('Max file size: 15 GB. Accepts .gguf')).toBeVisible()
  await expect(dialogOf(page).getByText('wasn’t finished')).toBeHidden()
})

test('[files-22] two uploads run side by side, and one fails because its version number is taken and succeeds on retry', async ({
  page,
  server,
  playwright,
}) => {
  const version = await currentVersion(page)
  await page.goto('/files')
  const { network } = await beginAndStall(page, largeGguf('beaten.gguf', 60 * megabyte))
  await page.keyboard.press('Escape')
  await begin(page, modelFile('encoder.onnx', makeOnnx({ weightCount: 100_000 })), 'PPG Encoder')
  await page.keyboard.press('Escape')
  await expect(panelOf(page)).toBeVisible()
  await expect(panelOf(page, 'PPG Encoder')).toBeVisible()
  await expectNoAxeViolations(page)

  const { email, password } = await addAdmin(server, newAccount('Faster'))
  const request = await playwright.request.newContext({ baseURL: server.url })
  await request.post('/v1/auth/admin/login', { data: { email, password } })
  await publish({ request }, 'faster.gguf', makeGguf({ seed: 2 }))
  await request.dispose()
  await network.restore()
  await expect(panelOf(page, 'PPG Encoder')).toBeHidden({ timeout: 30_000 })
  await expect(panelOf(page).getByText('Failed')).toBeVisible({ timeout: 30_000 })
  await panelOf(page).getByRole('link', { name: 'Open the upload of Main LLM' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('alert')).toContainText('Error upload file')
  await expectNoAxeViolations(page)
  const sent = partsSent(page)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog).toBeHidden()
  expect(await currentVersion(page)).toBe(version + 2)
  expect(sent).toEqual([])
})

test('a version of another admin with the same name and size is not mistaken for the signed-in admin’s own', async ({
  page,
}) => {
  const version = await currentVersion(page)
  await page.goto('/files')
  const [mine, theirs] = [makeGguf({ seed: 21 }), makeGguf({ seed: 22 })]
  expect(mine.length).toBe(theirs.length)
  let isFirst = true
  await page.route(/\/v1\/files\/[^/]+$/, async (route) => {
    if (route.request().method() === 'PATCH' && isFirst) {
      isFirst = false
      await publish(page, 'same.gguf', theirs)
    }
    await route.fallback()
  })
  const dialog = await begin(page, modelFile('same.gguf', mine))
  await expect(dialog.getByRole('alert')).toContainText('Error upload file')
  expect(await currentContent(page)).toEqual(Buffer.from(theirs))
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog).toBeHidden()
  await expectToast(page, 'New version uploaded successfully')
  expect(await currentVersion(page)).toBe(version + 2)
  expect(await currentContent(page)).toEqual(Buffer.from(mine))
})

test('when the session ends during an upload, signing in continues the upload', async ({ page, server }) => {
  const version = await currentVersion(page)
  await page.goto('/files')
  const { network } = await beginAndStall(page, largeGguf('signed-out.gguf', 60 * megabyte))
  await page.request.post('/v1/auth/admin/logout')
  await network.restore()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Password', { exact: true }).fill(server.admin.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toBeHidden()
  await expectVersion(page, version + 1)
})

test('[files-19] logging out warns that a running upload will stop, and stops it', async ({ page, server }) => {
  await page.goto('/files')
  const { network } = await beginAndStall(page, largeGguf('left.gguf', 60 * megabyte))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Log out' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to log out?' })
  await expect(question).toContainText('The upload of Main LLM stops. Your progress is saved for 24 hours.')
  await expectNoAxeViolations(page)
  await question.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
  const sent = partsSent(page)
  await network.restore()
  await signIn(page, server.admin)
  await page.goto('/files?upload=gguf')
  await expect(dialogOf(page).getByText('The upload of left.gguf wasn’t finished.')).toBeVisible()
  expect(sent).toEqual([])
})

test('on a phone the percentage in the top bar and the panel in the drawer open the upload', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/files')
  const { dialog } = await beginAndStall(page, largeGguf('phone.gguf', 60 * megabyte))
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  const figure = page.getByRole('banner').getByRole('link', { name: 'Open the upload of Main LLM' })
  await expect(figure).toHaveText(/^\d+ %$/)
  await figure.click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Open the upload of Main LLM' }).click()
  await expect(menu).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Pause' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel upload' }).click()
})
