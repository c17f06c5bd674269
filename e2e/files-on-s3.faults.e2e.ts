import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { makeGguf } from '../formats/src/samples/make-gguf.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { modelFile, publish } from './support/model-files.ts'
import { networkOf } from './support/network.ts'
import { skipWithoutS3Server, test } from './support/s3-test.ts'
import { expect, signIn } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const megabyte = 1_000_000
/** This is slow enough to observe a running upload. */
const slowBytesPerSecond = 3 * megabyte
/** This is so slow that no further part arrives during a test, even on a busy machine. */
const stillBytesPerSecond = 20_000

skipWithoutS3Server()

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server.admin)
})

const version = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).locator('th, td').nth(2)

async function begin(page: Page, name: string, file: string): Promise<Locator> {
  await page.getByRole('button', { name: `Re-upload ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${name} - (re-)?upload$`) })
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  return dialog
}

/** Returns the numbers of the parts that the bucket has of the only open upload. */
async function arrivedParts(page: Page): Promise<number[]> {
  const begun = await (await page.request.get('/v1/file-uploads')).json()
  if (begun.data.length === 0) return []
  const { data } = await (await page.request.get(`/v1/file-uploads/${begun.data[0].id}`)).json()
  return data.parts.map((part: { partNumber: number }) => part.partNumber)
}

async function downloaded(page: Page, name: string): Promise<Buffer> {
  const opened = page.context().waitForEvent('page')
  // A tab that only downloads closes immediately, and the page that opened it reports the download.
  const begun = Promise.any([page.waitForEvent('download'), opened.then((tab) => tab.waitForEvent('download'))])
  await page.getByRole('link', { name: `Download ${name}` }).click()
  await opened
  return readFile(await (await begun).path())
}

test('[files-16] a model is uploaded to the bucket in parts, paused, resumed, published and downloaded', async ({
  page,
  s3,
}) => {
  const content = Buffer.concat([makeGguf({ quantisation: 'Q4_K_M' }), randomBytes(60 * megabyte)])
  const sent: { origin: string; part: number }[] = []
  page.on('request', (request) => {
    const { origin, searchParams } = new URL(request.url())
    if (request.method() === 'PUT') sent.push({ origin, part: Number(searchParams.get('partNumber')) })
  })
  await page.goto('/files')
  const network = await networkOf(page)
  await network.slow(slowBytesPerSecond)
  const dialog = await begin(page, 'Main LLM', modelFile('stored.gguf', content))
  await expect.poll(async () => (await arrivedParts(page)).length, { intervals: [100] }).toBeGreaterThan(0)
  await network.slow(stillBytesPerSecond)
  await dialog.getByRole('button', { name: 'Pause' }).click()
  await expect(dialog.getByText('Your progress is saved for 24 hours.')).toBeVisible()
  await expectNoAxeViolations(page)
  const arrived = await arrivedParts(page)
  const before = sent.splice(0)

  await network.restore()
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await expect(dialog).toBeHidden({ timeout: 60_000 })
  await expectToast(page, 'New version uploaded successfully')
  await expect(version(page, 'Main LLM')).toContainText('v1Current')
  expect(sent.filter(({ part }) => arrived.includes(part))).toEqual([])
  const all = [...before, ...sent]
  expect(new Set(all.map(({ part }) => part)).size).toBe(12)
  expect(new Set(all.map(({ origin }) => origin))).toEqual(new Set([s3.endpoint]))

  await page
    .getByRole('button', { name: /^Details of Main LLM/ })
    .first()
    .click()
  const newest = page.getByRole('dialog', { name: 'Main LLM - history' }).getByRole('listitem').first()
  const sha256 = createHash('sha256').update(content).digest('hex')
  await expect(newest).toContainText(`SHA-256${sha256.slice(0, 8)}…${sha256.slice(-8)}`, { timeout: 60_000 })
  await page.keyboard.press('Escape')
  expect((await downloaded(page, 'Main LLM')).equals(content)).toBe(true)
})

test('a prompt in the bucket is re-uploaded and downloaded', async ({ page }) => {
  await publish(page, 'kept.txt', 'You explain heart data.\n')
  await page.goto('/files')
  const before = Number(/\d+/.exec(await version(page, 'Prompt file').innerText())?.[0])
  const text = 'You explain heart data.\nUse plain words.\n'
  const dialog = await begin(page, 'Prompt file', modelFile('plain.txt', text))
  await expect(dialog).toBeHidden()
  await expect(version(page, 'Prompt file')).toContainText(`v${before + 1}Current`)
  expect((await downloaded(page, 'Prompt file')).toString()).toBe(text)
})
