import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { type GgufOptions, makeGguf } from '../../formats/src/samples/make-gguf.ts'
import type { RunningServer } from './server.ts'
import { expect } from './test.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'console-e2e-models-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Writes a file to disk that can be dropped or chosen. */
export function modelFile(name: string, content: Uint8Array | string): string {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  return file
}

/** Creates a sparse GGUF file, which is quick at any size and needs no disk space. */
export function largeGguf(name: string, sizeBytes: number, options: GgufOptions = {}, mark?: Mark): string {
  const file = modelFile(name, makeGguf(options))
  truncateSync(file, sizeBytes)
  if (!mark) return file
  const handle = openSync(file, 'r+')
  writeSync(handle, mark.text, mark.atByte)
  closeSync(handle)
  return file
}

/** A number that distinguishes a file from others with the same content. */
type Mark = { atByte: number; text: string }

/** Publishes a version without the dialog, with only the basic requests. Under `PUBLISHING=two` it then awaits approval. */
export async function publish(
  page: Pick<Page, 'request'>,
  filename: string,
  content: Uint8Array | string,
  expected: 200 | 202 = 200,
): Promise<void> {
  const { data } = await (await page.request.get('/v1/files')).json()
  const type = filename.slice(filename.lastIndexOf('.') + 1)
  const current = data.files.find((file: { type: string }) => file.type === type)
  const begun = current
    ? await page.request.put(`/v1/files/${current.id}`)
    : await page.request.post('/v1/files', { data: { filename, name: names[type] } })
  const { url, file } = await begun.json()
  const sent = await page.request.put(url[0], { data: Buffer.from(content) })
  expect(sent.ok(), await sent.text()).toBe(true)
  const id = current?.id ?? file.id
  const version = (current?.version ?? 0) + 1
  const published = await page.request.patch(`/v1/files/${id}`, { data: { id, version, filename } })
  expect(published.status(), await published.text()).toBe(expected)
}

const names: Record<string, string> = { gguf: 'Main LLM', onnx: 'PPG Encoder', txt: 'Prompt file' }

/** Makes a prompt await approval as if another admin had uploaded it under `PUBLISHING=two`. The demo has a current one. */
export async function submitPrompt(page: Page, { dataDir }: RunningServer, content: string): Promise<void> {
  await publish(page, 'prompt-staged.txt', content)
  const database = new DatabaseSync(path.join(dataDir, 'console.db'), { timeout: 10_000 })
  database.exec(`
    UPDATE file_versions SET state = 'awaiting_approval', admin_id = NULL, replaces = number - 1
      WHERE filename = 'prompt-staged.txt' AND state = 'published';
    UPDATE model_files SET current_version =
      (SELECT max(number) FROM file_versions WHERE file_id = model_files.id AND state = 'published')
      WHERE type = 'txt'`)
  database.close()
}

/** Opens the upload of a file from its row. On phones, the action is in a menu. */
export async function pressUpload(page: Page, name: string): Promise<void> {
  const upload = page.getByRole('button', { name: `Re-upload ${name}` })
  const menu = page.getByRole('button', { name: `Actions for ${name}` })
  await expect(upload.or(menu)).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  await upload.click()
}
