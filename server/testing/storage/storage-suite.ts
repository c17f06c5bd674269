import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  ObjectExistsError,
  ObjectNotFoundError,
  ObjectTooLargeError,
  StorageError,
  UploadMismatchError,
  UploadNotFoundError,
} from '../../src/core/storage/errors.ts'
import { createObjectKey } from './create-object-key.ts'
import { hashObject, objectSource } from '../../src/core/storage/object-source.ts'
import type { StorageSettings } from '../../src/core/settings/storage.ts'
import { openStorage } from '../../src/core/storage/open-storage.ts'
import type { ObjectKey, Storage, StoredPart, MultipartUpload } from '../../src/core/storage/storage.ts'
import type { StreamResult, Task } from './storage-program.ts'
import { breaking, streamOf } from './streams.ts'

const mib = 1024 * 1024
/** The smallest size that S3 allows for all parts except the last. */
const partBytes = 5 * mib
/** A part's etag and size, from the local storage or from S3 itself. */
const rejectedPart = /wrong length|no such upload|bucket rejected the part: 40[34]/
const anySize = { sizeBytes: null, maxBytes: Infinity }
const largeBytes = 256 * mib

export function describeStorage(makeSettings: () => Promise<StorageSettings>): void {
  let settings: StorageSettings
  let storage: Storage
  beforeAll(async () => {
    settings = await makeSettings()
    storage = await openStorage(settings)
  })

  const newKey = () => createObjectKey('models')
  const put = (key: ObjectKey, bytes: Uint8Array) => storage.putObject(key, streamOf(bytes), anySize)
  const read = async (key: ObjectKey, range?: { start: number; end: number }) =>
    buffer(await storage.openRead(key, range))
  const uploadsOf = async (key: ObjectKey) => {
    const below = await Array.fromAsync(storage.listUploads(key))
    return below.filter((upload) => upload.key === key)
  }
  const begin = (content: Uint8Array) =>
    storage.beginUpload({ key: newKey(), sizeBytes: content.byteLength, partSizeBytes: partBytes })
  const partOf = (content: Uint8Array, partNumber: number) =>
    content.subarray((partNumber - 1) * partBytes, partNumber * partBytes)

  describe('a whole object', () => {
    test.each([0, 1, 70_000, 17 * mib])('a whole object of %i bytes is returned unchanged', async (sizeBytes) => {
      const key = newKey()
      const content = randomBytes(sizeBytes)
      const stored = await storage.putObject(key, streamOf(content), { sizeBytes, maxBytes: sizeBytes })
      expect(stored).toMatchObject({ sizeBytes, sha256: sha256(content) })
      expect(await storage.head(key)).toMatchObject({ sizeBytes })
      expect((await read(key)).equals(content)).toBe(true)
      expect(await hashObject(storage, key)).toEqual({ sizeBytes, sha256: sha256(content) })
      expect(await uploadsOf(key)).toEqual([])
    })

    test.each([
      ['fewer', 99],
      ['more', 101],
    ])('a whole object with %s bytes than announced is rejected', async (_, announced) => {
      const key = newKey()
      const expected = { sizeBytes: announced, maxBytes: Infinity }
      await expect(storage.putObject(key, streamOf(Buffer.alloc(100)), expected)).rejects.toThrow(UploadMismatchError)
      expect(await storage.head(key)).toBeNull()
      expect(await uploadsOf(key)).toEqual([])
    })

    test('a whole object larger than allowed is rejected', async () => {
      const key = newKey()
      const expected = { sizeBytes: null, maxBytes: 99 }
      await expect(storage.putObject(key, streamOf(Buffer.alloc(100)), expected)).rejects.toThrow(ObjectTooLargeError)
      expect(await storage.head(key)).toBeNull()
      expect(await uploadsOf(key)).toEqual([])
    })

    test('a whole object whose sender disconnects leaves nothing', async () => {
      const key = newKey()
      const body = breaking(Buffer.alloc(mib), new Error('the sender disconnected'))
      await expect(storage.putObject(key, body, anySize)).rejects.toThrow('the sender disconnected')
      expect(await storage.head(key)).toBeNull()
      expect(await uploadsOf(key)).toEqual([])
    })

    test('a whole object whose sender disconnects before a byte is read leaves nothing', async () => {
      const key = newKey()
      const body = streamOf(Buffer.alloc(mib))
      const arriving = storage.putObject(key, body, anySize)
      body.destroy(new Error('the sender disconnected'))
      await expect(arriving).rejects.toThrow('the sender disconnected')
      expect(await storage.head(key)).toBeNull()
      expect(await uploadsOf(key)).toEqual([])
    })

    test('a whole object is never overwritten', async () => {
      const key = newKey()
      await put(key, Buffer.from('first'))
      await expect(put(key, Buffer.from('second'))).rejects.toThrow(ObjectExistsError)
      await expect(storage.beginUpload({ key, sizeBytes: 1, partSizeBytes: partBytes })).rejects.toThrow(
        ObjectExistsError,
      )
      expect((await read(key)).toString()).toBe('first')
    })

    test('a whole object can be removed, and removed again', async () => {
      const key = newKey()
      await put(key, Buffer.from('content'))
      await storage.remove(key)
      await storage.remove(key)
      expect(await storage.head(key)).toBeNull()
      await expect(storage.openRead(key)).rejects.toThrow(ObjectNotFoundError)
    })
  })

  describe('reading', () => {
    test.each([
      [0, 0],
      [0, 9],
      [5, 5],
      [70_000, 99_999],
    ])('a range from %i to %i is read', async (start, end) => {
      const key = newKey()
      const content = randomBytes(100_000)
      await put(key, content)
      expect((await read(key, { start, end })).equals(content.subarray(start, end + 1))).toBe(true)
    })

    test('an object is read by the readers of model formats', async () => {
      const key = newKey()
      await put(key, Buffer.from('0123456789'))
      const source = objectSource(storage, key, 10)
      expect(Buffer.from(await source.read(3, 4)).toString()).toBe('3456')
    })

    test('a missing object is an error', async () => {
      await expect(storage.openRead(newKey())).rejects.toThrow(ObjectNotFoundError)
      await expect(storage.openRead(newKey(), { start: 0, end: 1 })).rejects.toThrow(ObjectNotFoundError)
    })
  })

  describe('an upload in parts', () => {
    test('an upload in parts becomes an object when it is completed, in any order of parts', async () => {
      const content = randomBytes(2 * partBytes + 12_345)
      const upload = await begin(content)
      const parts: StoredPart[] = []
      for (const partNumber of [3, 1, 2]) {
        parts[partNumber - 1] = await sendPart(storage, upload, partNumber, partOf(content, partNumber))
        expect(await storage.head(upload.key)).toBeNull()
      }
      expect(await uploadsOf(upload.key)).toMatchObject([{ uploadId: upload.uploadId }])
      expect(await storage.completeUpload(upload, parts)).toMatchObject({ sizeBytes: content.byteLength })
      expect(await hashObject(storage, upload.key)).toMatchObject({ sha256: sha256(content) })
      expect(await uploadsOf(upload.key)).toEqual([])
    })

    test('an upload accepts concurrent parts', async () => {
      const content = randomBytes(3 * partBytes)
      const upload = await begin(content)
      const parts = await Promise.all([1, 2, 3].map((part) => sendPart(storage, upload, part, partOf(content, part))))
      await storage.completeUpload(upload, parts)
      expect(await hashObject(storage, upload.key)).toMatchObject({ sha256: sha256(content) })
    })

    test('an upload accepts a part again, and keeps the later one', async () => {
      const content = randomBytes(1000)
      const upload = await begin(content)
      await sendPart(storage, upload, 1, randomBytes(1000))
      const part = await sendPart(storage, upload, 1, content)
      await storage.completeUpload(upload, [part])
      expect((await read(upload.key)).equals(content)).toBe(true)
    })

    test('an upload in parts can be continued by another server, which knows it from the database', async () => {
      const content = randomBytes(partBytes + 10)
      const begun = await begin(content)
      const first = await sendPart(storage, begun, 1, partOf(content, 1))
      const other = await openStorage(settings)
      const upload: MultipartUpload = { ...begun }
      const second = await sendPart(other, upload, 2, partOf(content, 2))
      await other.completeUpload(upload, [first, second])
      expect((await read(upload.key)).equals(content)).toBe(true)
    })

    test.each([
      ['a part is missing', ([first]: StoredPart[]) => [first]],
      ['its parts are out of order', ([first, second]: StoredPart[]) => [second, first]],
      ['a part is named twice', ([first]: StoredPart[]) => [first, first]],
      ['a part has another size', ([first, second]: StoredPart[]) => [first, second && { ...second, sizeBytes: 9 }]],
      ['there are more parts than planned', ([first, second]: StoredPart[]) => [first, second, second]],
    ])('an upload in parts is not completed if %s', async (_, choose) => {
      const content = randomBytes(partBytes + 10)
      const upload = await begin(content)
      const parts = [
        await sendPart(storage, upload, 1, partOf(content, 1)),
        await sendPart(storage, upload, 2, partOf(content, 2)),
      ]
      const chosen = choose(parts).filter((part) => part !== undefined)
      await expect(storage.completeUpload(upload, chosen)).rejects.toThrow(UploadMismatchError)
      expect(await storage.head(upload.key)).toBeNull()
      await storage.completeUpload(upload, parts)
    })

    test.each([
      ['shorter', 999],
      ['longer', 1001],
    ])('an upload rejects a part that is %s than planned', async (_, sizeBytes) => {
      const upload = await begin(randomBytes(1000))
      await expect(sendPart(storage, upload, 1, randomBytes(sizeBytes))).rejects.toThrow(rejectedPart)
      await storage.abortUpload(upload)
    })

    test('an upload rejects a part outside its plan', async () => {
      const upload = await begin(randomBytes(1000))
      for (const partNumber of [0, 2, -1, 1.5]) {
        await expect(sendPart(storage, upload, partNumber, Buffer.alloc(1))).rejects.toThrow(UploadMismatchError)
      }
      await storage.abortUpload(upload)
    })

    test('an aborted upload leaves nothing, and can be aborted again', async () => {
      const content = randomBytes(partBytes + 10)
      const upload = await begin(content)
      const part = await sendPart(storage, upload, 1, partOf(content, 1))
      await storage.abortUpload(upload)
      await storage.abortUpload(upload)
      expect(await uploadsOf(upload.key)).toEqual([])
      await expect(sendPart(storage, upload, 2, partOf(content, 2))).rejects.toThrow(rejectedPart)
      const rest = { ...part, partNumber: 2, sizeBytes: 10 }
      await expect(storage.completeUpload(upload, [part, rest])).rejects.toThrow(UploadNotFoundError)
      expect(await storage.head(upload.key)).toBeNull()
    })

    test('an upload in parts is completed only once', async () => {
      const content = randomBytes(1000)
      const upload = await begin(content)
      const parts = [await sendPart(storage, upload, 1, content)]
      await storage.completeUpload(upload, parts)
      await expect(storage.completeUpload(upload, parts)).rejects.toThrow(StorageError)
      await expect(sendPart(storage, upload, 1, randomBytes(1000))).rejects.toThrow(rejectedPart)
      expect((await read(upload.key)).equals(content)).toBe(true)
    })
  })

  describe('lists', () => {
    test('lists contain every object', async () => {
      const keys = [createObjectKey('list-a'), createObjectKey('list-a'), createObjectKey('list-b')]
      for (const key of keys) await put(key, Buffer.from(key))
      const listed = (await Array.fromAsync(storage.listObjects())).map(({ key }) => key)
      expect(listed.filter((key) => key.startsWith('list-')).toSorted()).toEqual(keys.toSorted())
    })

    test('lists contain the age of objects and uploads', async () => {
      const content = Buffer.from('content')
      const upload = await begin(content)
      const [listed] = await uploadsOf(upload.key)
      expect(Math.abs((listed?.startedAtMs ?? 0) - Date.now())).toBeLessThan(60_000)
      await storage.abortUpload(upload)
      const key = newKey()
      await put(key, content)
      expect(Math.abs(((await storage.head(key))?.modifiedAtMs ?? 0) - Date.now())).toBeLessThan(60_000)
    })
  })

  test('the storage is ready', async () => {
    await expect(storage.check()).resolves.toBeUndefined()
  })

  describe('in a separate process', () => {
    test.each([
      ['while an object arrives', 'stall-object', 20 * mib],
      ['in the middle of a part', 'stall-part', 3 * mib],
    ] as const)('killing the process %s leaves no object, and nothing after the sweep', async (_, task, sizeBytes) => {
      const objects = async () => (await Array.fromAsync(storage.listObjects())).length
      const uploads = () => Array.fromAsync(storage.listUploads())
      const objectsBefore = await objects()
      const program = startProgram({ task, settings, sizeBytes })
      const ended = once(program, 'exit')
      await once(program.stdout, 'data')
      await expect.poll(uploads, { timeout: 60_000 }).not.toEqual([])
      program.kill('SIGKILL')
      await ended

      expect(await objects()).toBe(objectsBefore)
      for (const upload of await uploads()) await storage.abortUpload(upload)
      expect(await uploads()).toEqual([])
    })
  })
}

/** A large file, sent and read in a separate process. */
export function describeLargeFile(makeSettings: () => Promise<StorageSettings>): void {
  test('a large file needs no more memory than a small one', { timeout: 300_000 }, async () => {
    const program = startProgram({ task: 'stream', settings: await makeSettings(), sizeBytes: largeBytes })
    const [text] = await Promise.all([readAll(program), once(program, 'exit')])
    const result: StreamResult = JSON.parse(text)
    expect(result.sizeBytes).toBe(largeBytes)
    expect(result.readBack).toBe(result.sha256)
    expect(result.grownBytes).toBeLessThan(200 * mib)
  })
}

/** Sends a part like a browser: directly to the storage if possible, otherwise through the server. */
export async function sendPart(
  storage: Storage,
  upload: MultipartUpload,
  partNumber: number,
  content: Uint8Array,
): Promise<StoredPart> {
  if (storage.kind === 'local') return storage.writePart(upload, partNumber, streamOf(content))
  const url = await storage.presignPart(upload, partNumber, 60)
  const answer = await fetch(url, { method: 'PUT', body: Buffer.from(content) })
  if (!answer.ok) throw new Error(`The bucket rejected the part: ${answer.status} ${await answer.text()}`)
  const parts = await storage.listParts(upload)
  const stored = parts.find((part) => part.partNumber === partNumber)
  if (stored === undefined) throw new Error('The part did not arrive')
  return stored
}

export const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

function startProgram(task: Task) {
  const program = path.join(import.meta.dirname, 'storage-program.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] })
  // A program that hangs would keep the worker's output open, and with it the whole stage.
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function readAll(program: ReturnType<typeof startProgram>): Promise<string> {
  return (await buffer(program.stdout)).toString()
}
