import { createPartUrls, type FileUpload } from '@health-console/contract/files/files.ts'
import { partPlace } from '@health-console/contract/files/parts.ts'
import { call } from '../../../../api/client.ts'
import { NetworkError } from '../../../../api/errors.ts'
import { expectReadable } from '../../../../lib/read-file.ts'
import type { HashOf } from './hashes.ts'
import { PutError, putPart } from './put-part.ts'
import { retryTransient } from './retry-transient.ts'

const atOnce = 3

type SendOptions = {
  file: File
  upload: FileUpload
  arrived: ReadonlySet<number>
  hashOf: HashOf
  signal: AbortSignal
  /** Called with the numbers of bytes that have arrived and that are being sent. */
  onProgress: (sentBytes: number, aheadBytes: number) => void
  /** Called with whether all parts being sent are waiting for a retry. */
  onWaiting: (isWaiting: boolean) => void
}

/** Sends the missing parts, a few in parallel, and retries each until it has arrived. */
export async function sendParts(options: SendOptions): Promise<void> {
  const { file, upload, arrived, hashOf, signal, onProgress, onWaiting } = options
  const numbers = Array.from({ length: upload.partCount }, (_, index) => index + 1)
  let sentBytes = sum([...arrived].map((number) => partPlace(upload, number).sizeBytes))
  const aheadBytes = new Map<number, number>()
  const underWay = new Set<number>()
  const waiting = new Set<number>()
  const controller = new AbortController()
  const stop = AbortSignal.any([signal, controller.signal])

  const reportProgress = () => onProgress(sentBytes, sum([...aheadBytes.values()]))
  const progress = (number: number, bytes: number) => {
    aheadBytes.set(number, bytes)
    reportProgress()
  }
  const reportWaiting = () => onWaiting(waiting.size > 0 && waiting.size === underWay.size)

  async function sendPart(number: number): Promise<void> {
    const { offset, sizeBytes } = partPlace(upload, number)
    const body = file.slice(offset, offset + sizeBytes)
    const hash = await hashOf(offset, offset + sizeBytes)
    const onBytes = (bytes: number) => {
      if (waiting.delete(number)) reportWaiting()
      progress(number, bytes)
    }
    const send = async () => {
      const url = await urlOf(upload.id, number, hash, stop)
      if (url !== null) await putPart(url, body, { signal: stop, onProgress: onBytes }).catch(rethrowUnreadable)
    }
    await retryTransient(() => withFreshUrl(send), {
      signal: stop,
      onWaiting: (isWaiting) => {
        if (isWaiting) {
          waiting.add(number)
          progress(number, 0)
        } else waiting.delete(number)
        reportWaiting()
      },
    })
    aheadBytes.delete(number)
    sentBytes += sizeBytes
    reportProgress()
  }

  async function rethrowUnreadable(error: unknown): Promise<never> {
    if (error instanceof NetworkError) await expectReadable(file)
    throw error
  }

  const missing = numbers.filter((number) => !arrived.has(number)).values()
  const work = async () => {
    for (const number of missing) {
      underWay.add(number)
      await sendPart(number)
      underWay.delete(number)
      reportWaiting()
    }
  }
  reportProgress()
  try {
    await Promise.all(Array.from({ length: atOnce }, work))
  } finally {
    // A part that has failed for good ends the others.
    controller.abort()
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

/** Null if the part has already arrived and only the response was lost. */
async function urlOf(id: string, partNumber: number, hash: string, signal: AbortSignal): Promise<string | null> {
  const body = { parts: [{ partNumber, sha256: hash }] }
  const { data } = await call(createPartUrls, { params: { id }, body }, { signal })
  return data.parts[0]?.url ?? null
}

/** Renews a URL once if it expired while its part waited. */
async function withFreshUrl(send: () => Promise<void>): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof PutError) || error.status !== 403) throw error
    await send()
  }
}
