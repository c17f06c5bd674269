import { expect, onTestFinished, test, vi } from 'vitest'
import { startImport } from './import-run.ts'

const file = new File(['Member ID'], 'patients.xlsx')
const cursor = () => getComputedStyle(document.body).cursor

/** A server that responds only when the test lets it. */
class Request extends EventTarget {
  static last: Request | undefined
  upload = new EventTarget()
  status = 0
  responseText = ''
  open() {}
  setRequestHeader() {}
  getResponseHeader = () => null
  send() {
    Request.last = this
  }
  abort() {
    this.dispatchEvent(new Event('abort'))
  }
  answer(status: number, body: object) {
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    this.dispatchEvent(new Event('load'))
  }
}

async function startUpload() {
  Request.last = undefined
  vi.stubGlobal('XMLHttpRequest', Request)
  // The server continues reading.
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  onTestFinished(() => void vi.unstubAllGlobals())
  const run = startImport(file)
  onTestFinished(() => run.cancel())
  await expect.poll(() => Request.last).toBeDefined()
  expect(cursor()).toBe('progress')
  return run
}

test('[files-23] the cursor shows progress over the whole page until the file of an import has arrived', async () => {
  await startUpload()
  Request.last?.answer(202, { data: { id: 'i1' } })
  await expect.poll(cursor).toBe('auto')
})

test('[files-23] an import that is cancelled or fails while uploading restores the ordinary cursor', async () => {
  const run = await startUpload()
  run.cancel()
  expect(cursor()).toBe('auto')
  await startUpload()
  Request.last?.dispatchEvent(new Event('error'))
  await expect.poll(cursor).toBe('auto')
})
