import { expect, onTestFinished, test, vi } from 'vitest'
import { type ImportState, startImport } from './import-run.ts'

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

const reading = {
  data: {
    id: 'i1',
    fileName: 'patients.xlsx',
    sizeBytes: 9,
    createdAt: '2026-11-20T08:00:00.000Z',
    state: 'reading',
    step: 'reading',
    rowsRead: 1,
    fraction: 0.5,
  },
}

async function startUpload() {
  Request.last = undefined
  vi.stubGlobal('XMLHttpRequest', Request)
  // The server continues reading.
  vi.stubGlobal('fetch', async () => Response.json(reading))
  onTestFinished(() => void vi.unstubAllGlobals())
  const run = startImport(file)
  onTestFinished(() => run.cancel())
  await expect.poll(() => Request.last).toBeDefined()
  expect(cursor()).toBe('progress')
  return run
}

test('[files-23] the cursor shows progress over the whole page until the file of an import has arrived', async () => {
  await startUpload()
  Request.last?.answer(202, reading)
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

/** The states of an import whose polls are answered with these statuses, the last one for ever. */
async function followImport(...statuses: number[]): Promise<ImportState[]> {
  const run = await startUpload()
  const states: ImportState[] = []
  run.state.subscribe(() => states.push(run.state.get()))
  const error = { error: { code: 'internal', message: 'No.', requestId: 'r1' } }
  vi.stubGlobal('fetch', async () => {
    const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200
    return Response.json(status === 200 ? reading : error, { status })
  })
  Request.last?.answer(202, reading)
  await expect
    .poll(() => states.some(({ step }) => step === 'failed' || step === 'reading'), { timeout: 5_000 })
    .toBe(true)
  return states
}

test('an import that is read on the server continues after a restart of the server behind its proxy', async () => {
  const states = await followImport(502, 503, 504, 200)
  expect(states.at(-1)).toMatchObject({ step: 'reading', rowsRead: 1 })
})

test('an error of the server itself ends an import at once, with its message', async () => {
  const states = await followImport(500)
  expect(states.at(-1)).toMatchObject({ step: 'failed', failure: { message: 'No.' } })
})

test('a file that cannot be read, such as a dropped folder, is not sent', async () => {
  const folder = new File([], 'patients.xlsx')
  folder.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('NotFoundError')) })
  Request.last = undefined
  vi.stubGlobal('XMLHttpRequest', Request)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { state } = startImport(folder)
  const message =
    'This can’t be read. If it’s a folder, choose the file in it. If the file has changed, choose it again.'
  await expect.poll(() => state.get()).toMatchObject({ step: 'failed', failure: { message } })
  expect(Request.last).toBeUndefined()
})
