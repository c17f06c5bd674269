import { partCount } from '@health-console/contract/parts.ts'
import { createHash, type Hash } from 'node:crypto'
import type { LocalStorage, Storage, Upload } from '../storage/storage.ts'

/** What publishing waits for; an upload of which more is still to be read is hashed in the background later. */
const partsWorthWaitingFor = 8
/** Uploads that nobody goes on with are forgotten here before they are swept. */
const mostAtOnce = 100

type Running = {
  stored: Upload
  arrived: Set<number>
  /** The first part that is not in the hash yet. */
  next: number
  hash: Hash
  work: Promise<void> | undefined
}

export type RunningDigests = ReturnType<typeof createRunningDigests>

/**
 * Hashes uploads in parts while they arrive: part after part in their order, each read back as soon as all before it
 * are there. Kept in memory alone: after a restart it begins at the first part again.
 */
export function createRunningDigests(storage: Storage) {
  const running = new Map<string, Running>()

  return {
    /** @param listArrived the parts that have arrived before this server knew of the upload */
    async follow(stored: Upload, partNumber: number, listArrived: () => Promise<number[]>): Promise<void> {
      if (storage.kind !== 'local') return
      const digest = running.get(stored.uploadId) ?? begin(stored, await listArrived())
      digest.arrived.add(partNumber)
      work(storage, digest)
    },

    /** The hash of an upload all of whose parts have arrived; null when it would take long. */
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
      // It may have arrived just as the work had ended.
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
      // Given up or completed in the meantime; what is published without a hash gets one in the background.
      running.delete(digest.stored.uploadId)
    }
  }
}
