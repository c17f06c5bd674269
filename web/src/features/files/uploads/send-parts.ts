import { createPartUrls, type UploadPlan } from '@health-console/contract/files.ts'
import { partPlace } from '@health-console/contract/parts.ts'
import { call } from '../../../api/client.ts'
import { NetworkError } from '../../../api/errors.ts'
import { expectReadable } from '../../../lib/read-file.ts'
import type { HashOf } from './hashes.ts'
import { patiently } from './patiently.ts'
import { PutError, putPart } from './put-part.ts'

const atOnce = 3

type SendOptions = {
  file: File
  plan: UploadPlan
  arrived: ReadonlySet<number>
  hashOf: HashOf
  signal: AbortSignal
  /** Told with what has arrived and what is on its way, in bytes. */
  onProgress: (sentBytes: number) => void
  /** Told whether nothing can be sent just now. */
  onWaiting: (isWaiting: boolean) => void
}

/** Sends the parts that are missing, a few side by side, each as often as it takes. */
export async function sendParts(options: SendOptions): Promise<void> {
  const { file, plan, arrived, hashOf, signal, onProgress, onWaiting } = options
  const numbers = Array.from({ length: plan.partCount }, (_, index) => index + 1)
  const sentBytes = new Map(
    numbers.map((number) => [number, arrived.has(number) ? partPlace(plan, number).sizeBytes : 0]),
  )
  const underWay = new Set<number>()
  const waiting = new Set<number>()
  const controller = new AbortController()
  const stop = AbortSignal.any([signal, controller.signal])

  const progress = (number: number, bytes: number) => {
    sentBytes.set(number, bytes)
    onProgress(sentBytes.values().reduce((sum, each) => sum + each, 0))
  }
  const tellWaiting = () => onWaiting(waiting.size > 0 && waiting.size === underWay.size)

  async function sendPart(number: number): Promise<void> {
    const { offset, sizeBytes } = partPlace(plan, number)
    const body = file.slice(offset, offset + sizeBytes)
    const hash = await hashOf(offset, offset + sizeBytes)
    const onBytes = (bytes: number) => {
      if (waiting.delete(number)) tellWaiting()
      progress(number, bytes)
    }
    const send = async () => {
      const url = await addressOf(plan.id, number, hash, stop)
      if (url !== null) await putPart(url, body, { signal: stop, onProgress: onBytes }).catch(tellUnreadable)
    }
    await patiently(() => withFreshAddress(send), {
      signal: stop,
      onWaiting: (isWaiting) => {
        if (isWaiting) {
          waiting.add(number)
          progress(number, 0)
        } else waiting.delete(number)
        tellWaiting()
      },
    })
    progress(number, sizeBytes)
  }

  async function tellUnreadable(error: unknown): Promise<never> {
    if (error instanceof NetworkError) await expectReadable(file)
    throw error
  }

  const missing = numbers.filter((number) => !arrived.has(number)).values()
  const work = async () => {
    for (const number of missing) {
      underWay.add(number)
      await sendPart(number)
      underWay.delete(number)
      tellWaiting()
    }
  }
  onProgress(sentBytes.values().reduce((sum, each) => sum + each, 0))
  try {
    await Promise.all(Array.from({ length: atOnce }, work))
  } finally {
    // when one part has failed for good, the others need not go on
    controller.abort()
  }
}

/** Null when the part has arrived after all: its answer was lost. */
async function addressOf(id: string, partNumber: number, hash: string, signal: AbortSignal): Promise<string | null> {
  const body = { parts: [{ partNumber, sha256: hash }] }
  const { data } = await call(createPartUrls, { params: { id }, body }, { signal })
  return data.parts[0]?.url ?? null
}

/** An address that has run out while its part waited is asked for again, once. */
async function withFreshAddress(send: () => Promise<void>): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof PutError) || error.status !== 403) throw error
    await send()
  }
}
