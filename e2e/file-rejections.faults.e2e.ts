import { execFileSync } from 'node:child_process'
import type { Locator, Page } from '@playwright/test'
import { makeGguf } from '../formats/src/samples/make-gguf.ts'
import { largeGguf, modelFile, publish, pressUpload } from './support/model-files.ts'
import { networkOf } from './support/network.ts'
import { expect, signIn, test } from './support/test.ts'

const megabyte = 1_000_000
const gguf = makeGguf({ seed: 7 })
const prompt = 'You explain heart data.\nUse plain words.\n'

// With parts of 5 MB the disk can fill up between two of them.
test.use({ serverOptions: { demo: false, settings: { UPLOAD_PART_MB: '5', MAX_FILE_GB: '2' } } })

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server.admin)
  await publish(page, 'served.gguf', gguf)
  await publish(page, 'served.txt', prompt)
  await page.goto('/files')
})

const dialogOf = (page: Page, name = 'Main LLM') => page.getByRole('dialog', { name: `${name} - re-upload` })
const uploadButton = (dialog: Locator) => dialog.getByRole('button', { name: 'Upload', exact: true })

async function choose(page: Page, file: string, name = 'Main LLM'): Promise<Locator> {
  const dialog = dialogOf(page, name)
  if (!(await dialog.isVisible())) await pressUpload(page, name)
  await dialog.locator('input[type=file]').setInputFiles(file)
  return dialog
}

type Served = { version: number; content: Buffer }

async function servedFile(page: Page, type: 'gguf' | 'txt'): Promise<Served> {
  const { data } = await (await page.request.get('/v1/files')).json()
  const { version, url } = data.files.find((file: { type: string }) => file.type === type)
  return { version, content: await (await page.request.get(url)).body() }
}

async function expectFailure(page: Page, reason: string): Promise<Locator> {
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('alert')).toHaveText(`Error upload file${reason}`)
  return dialog
}

test('[files-4] a full disk keeps the old version, and the upload continues once there is space', async ({
  page,
  server,
}) => {
  test.skip(process.platform !== 'linux', 'only Linux can fill the disk of a process that runs')
  const before = await servedFile(page, 'gguf')
  const network = await networkOf(page)
  await network.slow(3 * megabyte)
  const dialog = await choose(page, largeGguf('filling.gguf', 60 * megabyte))
  await uploadButton(dialog).click()
  const begun = async () => (await (await page.request.get('/v1/file-uploads')).json()).data[0]?.id
  const arrived = async () => (await (await page.request.get(`/v1/file-uploads/${await begun()}`)).json()).data?.parts
  await expect.poll(async () => (await arrived())?.length ?? 0, { intervals: [100] }).toBeGreaterThan(0)
  // For the server, a limit on the file size has the same effect as a full disk.
  const limit = (bytes: string) => execFileSync('prlimit', ['--pid', String(server.pid()), `--fsize=${bytes}`])
  limit(`${6 * 2 ** 20}:`)
  await network.restore()
  await expectFailure(page, 'The file storage is full. The file wasn’t saved.')
  expect(await servedFile(page, 'gguf')).toEqual(before)

  limit('unlimited:')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog).toBeHidden()
  const after = await servedFile(page, 'gguf')
  expect([after.version, after.content.length]).toEqual([before.version + 1, 60 * megabyte])
})

test('[files-12] a size limit that was lowered after a file was chosen is reported and applies to the next file', async ({
  page,
  server,
}) => {
  const before = await servedFile(page, 'gguf')
  const dialog = await choose(page, largeGguf('long.gguf', 1_100 * megabyte))
  await expect(uploadButton(dialog)).toBeEnabled()
  await server.halt()
  await server.resume({ MAX_FILE_GB: '1' })
  await uploadButton(dialog).click()
  await expectFailure(page, 'The file is too large. Max file size: 1 GB.')
  expect(await servedFile(page, 'gguf')).toEqual(before)

  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await expect(dialog.getByText('Max file size: 1 GB. Accepts .gguf')).toBeVisible()
  await choose(page, modelFile('short.gguf', makeGguf({ seed: 8 })))
  await uploadButton(dialog).click()
  await expect(dialog).toBeHidden()
  expect((await servedFile(page, 'gguf')).version).toBe(before.version + 1)
  await server.halt()
  await server.resume()
})

test('a storage that stays busy with an earlier attempt is reported after three minutes, and the upload can be tried again', async ({
  page,
}) => {
  const before = await servedFile(page, 'gguf')
  await page.clock.install()
  const parts = /\/parts\/\d+/
  const busy = 'This part is already being uploaded. Wait until it has arrived.'
  await page.route(parts, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 409, json: { error: { code: 'conflict', message: busy, requestId: 'r' } } })
      : route.fallback(),
  )
  const dialog = await choose(page, modelFile('busy.gguf', makeGguf({ seed: 11 })))
  await uploadButton(dialog).click()
  await expect(dialog.getByText('Server unavailable. The upload will resume automatically.')).toBeVisible()
  await expect(async () => {
    await page.clock.fastForward(15_000)
    await expect(dialog.getByRole('alert')).toBeVisible({ timeout: 200 })
  }).toPass()
  await expectFailure(
    page,
    'The file storage is still busy with an earlier attempt. Your progress is saved; try again in a few minutes.',
  )
  await page.unroute(parts)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog).toBeHidden()
  expect((await servedFile(page, 'gguf')).version).toBe(before.version + 1)
})

const damaged = Uint8Array.from(gguf)
damaged.fill(0xff, 16, 24)

const rejected = [
  {
    what: 'a GGUF file with a damaged head',
    name: 'Main LLM',
    bad: modelFile('damaged.gguf', damaged),
    reason: 'This GGUF file is damaged: it has more metadata than any real model.',
    good: modelFile('whole.gguf', makeGguf({ seed: 10 })),
  },
  {
    what: 'a prompt with a NUL character',
    name: 'Prompt file',
    bad: modelFile('nul.txt', 'You explain\0heart data.\n'),
    reason: 'This isn’t a text file in UTF-8.',
    good: modelFile('without-nul.txt', 'You explain heart data.\n'),
  },
  {
    what: 'a prompt that is not UTF-8',
    name: 'Prompt file',
    bad: modelFile('latin-1.txt', Buffer.from('Erkläre Herzdaten.\n', 'latin1')),
    reason: 'This isn’t a text file in UTF-8.',
    good: modelFile('utf-8.txt', 'Erkläre Herzdaten.\n'),
  },
  {
    what: 'a prompt in UTF-16',
    name: 'Prompt file',
    bad: modelFile('utf-16.txt', Buffer.from('\ufeffYou explain heart data.\n', 'utf16le')),
    reason: 'This text is in UTF-16. Save it as UTF-8 and choose it again.',
    good: modelFile('no-longer-utf-16.txt', 'You explain hearts.\n'),
  },
  {
    what: 'an empty prompt',
    name: 'Prompt file',
    bad: modelFile('empty.txt', ''),
    reason: 'This file contains no text.',
    good: modelFile('with-text.txt', 'Explain heart data.\n'),
  },
]

test('a damaged or unreadable file is rejected before it is sent, and another can be chosen', async ({ page }) => {
  for (const { what, name, bad, reason, good } of rejected)
    await test.step(what, async () => {
      const type = name === 'Main LLM' ? 'gguf' : 'txt'
      const before = await servedFile(page, type)
      const dialog = await choose(page, bad, name)
      await expect(dialog.getByRole('alert')).toHaveText(reason)
      await expect(uploadButton(dialog)).toBeDisabled()
      expect(await servedFile(page, type)).toEqual(before)

      await dialog.getByRole('button', { name: 'Remove file' }).click()
      await choose(page, good, name)
      await uploadButton(dialog).click()
      await expect(dialog).toBeHidden()
      expect((await servedFile(page, type)).version).toBe(before.version + 1)
    })
})
