// The local file storage: 2 GB in parts compared with cp + fsync + sha256sum, and the memory that 2 GB and 15 GB need
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openLocalStorage } from '../server/src/core/storage/local.ts'
import { createObjectKey } from '../server/testing/storage/create-object-key.ts'
import { hashObject } from '../server/src/core/storage/object-source.ts'
import { partCount, partPlace } from '../contract/src/files/parts.ts'
import type { LocalStorage, StoredPart } from '../server/src/core/storage/storage.ts'
import { zeros } from '../server/testing/storage/streams.ts'
import { newFolder } from './support/folder.ts'
import { copyPlainly } from './support/plain-copy.ts'
import { seconds } from './support/times.ts'

const gigabyte = 1e9
const partSizeBytes = 64 * 1024 * 1024
const partsAtOnce = 3
const rounds = 3

let baseline: number | undefined

const folder = newFolder()
const storage = await openLocalStorage(path.join(folder, 'files'))
// This runs first, before the process has grown.
for (const sizeBytes of [2 * gigabyte, 15 * gigabyte]) await measureMemory(storage, sizeBytes)
await measureSpeed(storage, 2 * gigabyte)

async function measureSpeed(storage: LocalStorage, sizeBytes: number): Promise<void> {
  const source = path.join(folder, 'source')
  const file = await open(source, 'w')
  await pipeline(zeros(sizeBytes), file.createWriteStream({ flush: true }))
  for (let round = 1; round <= rounds; round += 1) {
    // The second contestant may have to wait for the first one's data to reach the disk, so the order alternates.
    const measurePlain = () => seconds(async () => copyPlainly(source))
    const plainFirst = round % 2 === 1 ? await measurePlain() : null
    const ours = await seconds(() => upload(storage, source, sizeBytes))
    const plain = plainFirst ?? (await measurePlain())
    console.log(
      `round ${round}: cp + fsync + sha256sum ${plain.toFixed(1)} s, ` +
        `parts + completion + SHA-256 ${ours.toFixed(1)} s, ratio ${(plain / ours).toFixed(2)} (at least 0.5)`,
    )
  }
}

async function upload(storage: LocalStorage, source: string, sizeBytes: number): Promise<void> {
  const key = createObjectKey('bench')
  const begun = await storage.beginUpload({ key, sizeBytes, partSizeBytes })
  const numbers = Array.from({ length: partCount(begun) }, (_, index) => index + 1)
  const parts: StoredPart[] = []
  const waiting = numbers.values()
  const send = async () => {
    for (const number of waiting) {
      const { offset, sizeBytes: length } = partPlace(begun, number)
      const body = createReadStream(source, { start: offset, end: offset + length - 1 })
      parts[number - 1] = await storage.writePart(begun, number, body)
    }
  }
  await Promise.all(Array.from({ length: partsAtOnce }, send))
  await storage.completeUpload(begun, parts)
  await hashObject(storage, key)
  await storage.remove(key)
}

async function measureMemory(storage: LocalStorage, sizeBytes: number): Promise<void> {
  const key = createObjectKey('bench')
  // Measured from the first size on, because the growth from a small to a large file also counts.
  const before = (baseline ??= process.memoryUsage.rss())
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50)
  const inSeconds = await seconds(async () => {
    await storage.putObject(key, zeros(sizeBytes), { sizeBytes, maxBytes: sizeBytes })
    await hashObject(storage, key)
  })
  clearInterval(timer)
  await storage.remove(key)
  const grown = (peak - before) / 1e6
  console.log(
    `${sizeBytes / gigabyte} GB in and out in ${inSeconds.toFixed(1)} s, memory grew by ${grown.toFixed(0)} MB (less than 100)`,
  )
}
