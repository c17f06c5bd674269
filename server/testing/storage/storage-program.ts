import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StorageSettings } from '../../src/core/settings/storage.ts'
import { openStorage } from '../../src/core/storage/open-storage.ts'
import { hashObject } from '../../src/core/storage/object-source.ts'
import { createObjectKey } from './create-object-key.ts'
import { stalling, zeros } from './streams.ts'

// Tests run this in a separate process, whose memory can be measured and which can be killed.

export type Task =
  | { task: 'stream'; settings: StorageSettings; sizeBytes: number }
  | { task: 'stall-object'; settings: StorageSettings; sizeBytes: number }
  | { task: 'stall-part'; settings: StorageSettings; sizeBytes: number }

export type StreamResult = { sizeBytes: number; sha256: string; readBack: string; grownBytes: number }

const task: Task = JSON.parse(process.argv[2] ?? '')
const storage = await openStorage(task.settings)
const key = createObjectKey('models')
const report = (result: unknown) => process.stdout.write(`${JSON.stringify(result)}\n`)

switch (task.task) {
  case 'stream': {
    const peakBytes = () => process.resourceUsage().maxRSS * 1024
    const warmUp = createObjectKey('models')
    await storage.putObject(warmUp, zeros(1024 * 1024), { sizeBytes: null, maxBytes: Infinity })
    const before = peakBytes()
    const stored = await storage.putObject(key, zeros(task.sizeBytes), { sizeBytes: null, maxBytes: Infinity })
    const { sha256: readBack } = await hashObject(storage, key)
    report({ sizeBytes: stored.sizeBytes, sha256: stored.sha256, readBack, grownBytes: peakBytes() - before })
    process.exit()
  }
  case 'stall-object': {
    stayUntilKilled()
    const body = stalling(Buffer.alloc(task.sizeBytes, 1))
    void storage.putObject(key, body, { sizeBytes: null, maxBytes: Infinity })
    await untilRead(body)
    report('stalled')
    break
  }
  case 'stall-part': {
    stayUntilKilled()
    const sizes = { sizeBytes: task.sizeBytes * 2, partSizeBytes: task.sizeBytes * 2 }
    const upload = await storage.beginUpload({ key, ...sizes })
    if (storage.kind === 'local') {
      const body = stalling(Buffer.alloc(task.sizeBytes, 1))
      void storage.writePart(upload, 1, body)
      await untilRead(body)
    }
    report('stalled')
    break
  }
}

/** Waits until the storage has taken all bytes that the sender has. */
async function untilRead(body: Readable): Promise<void> {
  while (body.readableLength > 0) await sleep(20)
}

function stayUntilKilled(): void {
  setInterval(() => {}, 60_000)
}
