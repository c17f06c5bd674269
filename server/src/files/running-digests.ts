import { partCount } from '@health-console/contract/parts.ts'
import { createHash, type Hash } from 'node:crypto'
import type { LocalStorage, Storage, Upload } from '../storage/storage.ts'

/**
 * Publishing waits for the hash only if fewer parts than this are left to hash. Otherwise they are hashed in the
 * background.
 */
const partsWorthWaitingFor = 8
/** The number of uploads kept in memory. Abandoned ones are dropped before the sweep ends them. */
const mostAtOnce = 100

type Running = {
  stored: Upload
  arrived: Set<number>
  /** The first part that is not hashed yet. */
  next: number
  hash: Hash
  work: Promise<void> | undefined
}

export type RunningDigests = ReturnType<typeof createRunningDigests>

/**
 * Hashes multipart uploads while they arrive: each part is read back as soon as all parts before it are hashed. The
 * state is in memory only: after a restart hashing begins at the first part again.
 */
export function createRunningDigests(storage: Storage) {
  const running = new Map<string, Running>()

  return {
    /** @param listArrived lists the parts that arrived before this server knew of the upload */
    async follow(stored: Upload, partNumber: number, listArrived: () => Promise<number[]>): Promise<void> {
      if (storage.kind !== 'local') return
      const digest = running.get(stored.uploadId) ?? begin(stored, await listArrived())
      digest.arrived.add(partNumber)
      work(storage, digest)
    },

    /** The hash of a complete upload; null if computing it would take too long. */
    async finish({ uploadId }: Upload): Promise<string | null> {
      const digest = running.get(uploadId)
      const count = digest ? partCount(digest.stored) : 0
      if (!digest || count - digest.next >= partsWorthWaitingFor) return null
      await digest.work
      return digest.next > count ? digest.hash.copy().digest('hex') : null
    },

    forget({ uploadId }: Upload): void {
      running.delete(uploadId)
    },
  }

  function begin(stored: Upload, arrived: number[]): Running {
    const known = running.get(stored.uploadId)
    if (known) return known
    const digest: Running = { stored, arrived: new Set(arrived), next: 1, hash: createHash('sha256'), work: undefined }
    running.set(stored.uploadId, digest)
    const oldest = running.keys().next()
    if (running.size > mostAtOnce && !oldest.done) running.delete(oldest.value)
    return digest
  }

  function work(local: LocalStorage, digest: Running): void {
    digest.work ??= catchUp(local, digest).then(() => {
      digest.work = undefined
      // The next part may have arrived just as the loop ended.
      if (digest.arrived.has(digest.next) && running.has(digest.stored.uploadId)) work(local, digest)
    })
  }

  async function catchUp(local: LocalStorage, digest: Running): Promise<void> {
    try {
      while (digest.arrived.has(digest.next) && running.has(digest.stored.uploadId)) {
        for await (const chunk of await local.openPart(digest.stored, digest.next)) digest.hash.update(chunk)
        digest.next += 1
      }
    } catch {
      // The upload was cancelled or completed meanwhile. A version published without a hash gets one in the background.
      running.delete(digest.stored.uploadId)
    }
  }
}
