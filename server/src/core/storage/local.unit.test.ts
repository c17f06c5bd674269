import { randomUUIDv7 } from 'node:crypto'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { StorageFullError, StorageUnavailableError, UploadBusyError } from './errors.ts'
import { openLocalStorage } from './local.ts'
import { toObjectKey } from './object-key.ts'
import { createObjectKey } from '../../../testing/storage/create-object-key.ts'
import { describeLargeFile, describeStorage } from '../../../testing/storage/storage-suite.ts'
import { stalling, streamOf, zeros } from '../../../testing/storage/streams.ts'

const mib = 1024 * 1024
const folder = await mkdtemp(path.join(tmpdir(), 'console-storage-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const ofUnknownSize = { sizeBytes: null, maxBytes: Infinity }
const newFolder = () => mkdtemp(path.join(folder, 'case-'))

describe('local storage', () => {
  describeStorage(async () => ({ kind: 'local', folder: await newFolder() }))
  describeLargeFile(async () => ({ kind: 'local', folder: await newFolder() }))

  test('local storage makes its files readable only for its own account', async () => {
    const own = path.join(await newFolder(), 'files')
    const storage = await openLocalStorage(own)
    const key = createObjectKey('models')
    await storage.putObject(key, streamOf(Buffer.from('secret')), { sizeBytes: null, maxBytes: 100 })
    const modes = [own, path.join(own, 'models'), path.join(own, key)].map(
      async (file) => (await stat(file)).mode & 0o777,
    )
    expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o600])
  })

  test('local storage that cannot be used is unavailable, and nothing in it is missing', async () => {
    const own = path.join(await newFolder(), 'files')
    const storage = await openLocalStorage(own)
    const key = createObjectKey('models')
    await rename(own, `${own}-before`)
    // Root may use every folder, so a file in place of the folder has to make it unusable.
    await writeFile(own, '')
    const upload = { key, uploadId: randomUUIDv7(), sizeBytes: 10, partSizeBytes: mib }
    for (const work of [
      () => storage.head(key),
      () => storage.openRead(key),
      () => storage.remove(key),
      () => storage.putObject(key, streamOf(Buffer.from('a')), ofUnknownSize),
      () => storage.beginUpload(upload),
      () => storage.writePart(upload, 1, streamOf(Buffer.alloc(10))),
      () => storage.abortUpload(upload),
      () => Array.fromAsync(storage.listObjects()),
    ])
      await expect(work()).rejects.toThrow(StorageUnavailableError)
    await rm(own)
    // A running server does not create it again either.
    await expect(storage.putObject(key, streamOf(Buffer.from('a')), ofUnknownSize)).rejects.toThrow(
      StorageUnavailableError,
    )
    expect(existsSync(own)).toBe(false)
  })

  test('local storage reports the free space', async () => {
    const storage = await openLocalStorage(await newFolder())
    expect(await storage.freeBytes()).toBeGreaterThan(0)
  })

  test('local storage leaves 128 MiB free for the database, unless set otherwise', async () => {
    const own = await newFolder()
    const [with0, withDefault] = [await openLocalStorage(own, 0), await openLocalStorage(own)]
    const [all, rest] = [await with0.freeBytes(), await withDefault.freeBytes()]
    // Other processes write to this disk, too.
    expect(Math.abs((all ?? 0) - (rest ?? 0) - 128 * mib)).toBeLessThan(64 * mib)
  })

  test('local storage does not complete an upload while a part of it is being written', async () => {
    const storage = await openLocalStorage(await newFolder())
    const upload = await storage.beginUpload({ key: createObjectKey('models'), sizeBytes: 10, partSizeBytes: mib })
    const part = await storage.writePart(upload, 1, streamOf(Buffer.alloc(10)))
    const stalled = stalling(Buffer.alloc(5))
    const stalledWrite = storage.writePart(upload, 1, stalled)
    await expect(storage.completeUpload(upload, [part])).rejects.toThrow(UploadBusyError)
    stalled.destroy(new Error('given up'))
    await expect(stalledWrite).rejects.toThrow('given up')
    const completing = storage.completeUpload(upload, [part])
    await expect(storage.writePart(upload, 1, streamOf(Buffer.alloc(10)))).rejects.toThrow(UploadBusyError)
    await expect(storage.completeUpload(upload, [part])).rejects.toThrow(UploadBusyError)
    await completing
  })

  test.each([
    '../up',
    'models/../../up',
    '/etc/passwd',
    'models//up',
    'a\\b',
    'a.partial',
    'models/',
    '',
    'ü',
    'a\0b',
    'a'.repeat(201),
  ])('local storage rejects %j as a key', (text) => {
    expect(() => toObjectKey(text)).toThrow(RangeError)
  })

  test.each(['', '../../x', `${'0'.repeat(36)}.partial/../x`])(
    'local storage rejects %j as an upload id',
    async (uploadId) => {
      const storage = await openLocalStorage(await newFolder())
      await expect(storage.abortUpload({ key: createObjectKey('models'), uploadId })).rejects.toThrow('no such upload')
    },
  )
})

describe('a full disk', () => {
  test.runIf(process.platform !== 'win32')(
    'a full disk is simulated by a limit on the file size (only where there is a POSIX shell)',
    async () => {
      const program = path.join(import.meta.dirname, '../../../testing/storage/full-disk-program.ts')
      const limited = `trap '' XFSZ; ulimit -f 4096; exec "$0" "$@"`
      const done = spawnSync('sh', ['-c', limited, process.execPath, program, await newFolder()], { encoding: 'utf8' })
      expect(done.stderr).toBe('')
      expect(JSON.parse(done.stdout)).toEqual(['StorageFullError', 'StorageFullError', 'nothing left behind'])
    },
  )

  test.runIf(mayMount())('a full disk is reported on a small file system (only where one can be mounted)', async () => {
    await withDisk(8, async (disk) => {
      const storage = await openLocalStorage(path.join(disk, 'files'), 0)
      const key = createObjectKey('models')
      const old = createObjectKey('models')
      await storage.putObject(old, zeros(mib), ofUnknownSize)
      await expect(storage.putObject(key, zeros(20 * mib), ofUnknownSize)).rejects.toThrow(StorageFullError)
      const sizes = { sizeBytes: 20 * mib, partSizeBytes: 20 * mib }
      const upload = await storage.beginUpload({ key, ...sizes })
      await expect(storage.writePart(upload, 1, zeros(20 * mib))).rejects.toThrow(StorageFullError)
      await storage.abortUpload(upload)
      expect(await readdir(path.join(disk, 'files/models'))).toEqual([path.basename(old)])
      await storage.putObject(key, zeros(5 * mib), ofUnknownSize)
    })
  })

  test.runIf(mayMount())(
    'a disk counts as full at the reserve, even with unknown sizes and several senders at once (only where a file system can be mounted)',
    async () => {
      await withDisk(64, async (disk) => {
        const storage = await openLocalStorage(path.join(disk, 'files'), 32 * mib)
        const rejections = async (sending: Promise<unknown>[]) => {
          const outcomes = await Promise.allSettled(sending)
          const { bavail, bsize } = await statfs(disk)
          expect(bavail * bsize).toBeGreaterThan(24 * mib)
          return outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.name)
        }
        const keys = [1, 2, 3].map(() => createObjectKey('models'))
        const whole = keys.map((key) => storage.putObject(key, zeros(60 * mib), ofUnknownSize))
        expect(await rejections(whole)).toEqual(Array(3).fill('StorageFullError'))
        expect(await readdir(path.join(disk, 'files/models'))).toEqual([])

        const sizes = { sizeBytes: 60 * mib, partSizeBytes: 20 * mib }
        const upload = await storage.beginUpload({ key: createObjectKey('models'), ...sizes })
        const parts = [1, 2, 3].map((number) => storage.writePart(upload, number, zeros(20 * mib)))
        expect(await rejections(parts)).toContain('StorageFullError')
        await storage.abortUpload(upload)
        await storage.putObject(createObjectKey('models'), zeros(20 * mib), ofUnknownSize)
      })
    },
  )
})

/** Uses its own namespace, which does not need root. */
const mounting = [
  '--map-root-user',
  '--mount',
  'sh',
  '-c',
  'mount -t tmpfs -o size="$1"m tmpfs "$0" && echo mounted && read -r end',
]

function mayMount(): boolean {
  const tried = spawnSync('unshare', [...mounting, tmpdir(), '1'], { encoding: 'utf8' })
  return tried.stdout === 'mounted\n'
}

/** The file system ends with the process that holds its namespace, through which it is reached. */
async function withDisk(sizeMib: number, work: (disk: string) => Promise<void>): Promise<void> {
  const place = await newFolder()
  const holder = spawn('unshare', [...mounting, place, String(sizeMib)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(holder, 'exit')
  try {
    await once(holder.stdout, 'data')
    await work(`/proc/${holder.pid}/root${place}`)
  } finally {
    holder.stdin.end()
    await ended
  }
}
