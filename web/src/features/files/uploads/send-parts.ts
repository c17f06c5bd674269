import { createPartUrls, type UploadPlan } from '@health-console/contract/files.ts'
import { call } from '../../../api/client.ts'
import { sha256 } from './hashes.ts'
import { patiently } from './patiently.ts'
import { PutError, putPart } from './put-part.ts'

const atOnce = 3

type SendOptions = {
  file: File
  plan: UploadPlan
  arrived: ReadonlySet<number>
  signal: AbortSignal
  /** Told with what has arrived and what is on its way, in bytes. */
  onProgress: (sentBytes: number) => void
  onWaiting: (isWaiting: boolean) => void
}

/** Where a part stands in its file; numbers start at 1. */
export function sliceOf(file: File, { partSizeBytes }: UploadPlan, partNumber: number): Blob {
  return file.slice((partNumber - 1) * partSizeBytes, partNumber * partSizeBytes)
}

/** Sends the parts that are missing, a few side by side, each as often as it takes. */
export async function sendParts({ file, plan, arrived, signal, onProgress, onWaiting }: SendOptions): Promise<void> {
  const numbers = Array.from({ length: plan.partCount }, (_, index) => index + 1)
  const sentBytes = new Map(
    numbers.map((number) => [number, arrived.has(number) ? sliceOf(file, plan, number).size : 0]),
  )
  const waiting = new Set<number>()
  const controller = new AbortController()
  const stop = AbortSignal.any([signal, controller.signal])

  const progress = (number: number, bytes: number) => {
    sentBytes.set(number, bytes)
    onProgress(sentBytes.values().reduce((sum, each) => sum + each, 0))
  }

  async function sendPart(number: number): Promise<void> {
    const body = sliceOf(file, plan, number)
    const hash = await sha256(body)
    const send = async () => {
      const url = await addressOf(plan.id, number, hash, stop)
      if (url !== null) await putPart(url, body, { signal: stop, onProgress: (bytes) => progress(number, bytes) })
    }
    await patiently(() => withFreshAddress(send), {
      signal: stop,
      onWaiting: (isWaiting) => {
        if (isWaiting) {
          waiting.add(number)
          progress(number, 0)
        } else waiting.delete(number)
        onWaiting(waiting.size > 0)
      },
    })
    progress(number, body.size)
  }

  const missing = numbers.filter((number) => !arrived.has(number)).values()
  const work = async () => {
    for (const number of missing) await sendPart(number)
  }
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
    if (!(error instanceof PutError) || (error.status !== 403 && error.status !== 409)) throw error
    await send()
  }
}
