import { cancelFileUpload, type FileType, headBytes, type Offered } from '@health-console/contract/files/files.ts'
import { call } from '../../../../api/client.ts'
import { ApiError } from '../../../../api/errors.ts'
import type { Failure } from '../../../../lib/failure.ts'
import { createStore } from '../../../../lib/store.ts'
import { PutError } from './put-part.ts'
import { findOrBeginUpload } from './find-upload.ts'
import { createHashOf } from './hashes.ts'
import { inOneTab } from './in-one-tab.ts'
import { createPace, isActive, type UploadState } from './upload-state.ts'
import { createPublication } from './publication.ts'
import { isConflict, retryTransient } from './retry-transient.ts'
import { sendParts } from './send-parts.ts'

export type Uploader = ReturnType<typeof startUpload>

type UploadTarget = { type: FileType; name: string; version: number }

/**
 * Uploads a file as the next version of one of the three files, and publishes it. It is independent of the user
 * interface.
 */
export function startUpload(file: File, target: UploadTarget, offerTo?: Offered) {
  const { type, name } = target
  const pace = createPace(file.size)
  const hashOf = createHashOf(file)
  const publication = createPublication(file.name, offerTo)
  const others = new Set<string>()
  let nextVersion = target.version + 1
  let uploadId: string | undefined
  let attempt = new AbortController()
  const state = createStore<UploadState>({ step: 'preparing', sentBytes: 0 })
  const change = (step: Exclude<UploadState['step'], 'failed'>) => state.set({ step, sentBytes: state.get().sentBytes })
  void run()

  async function run() {
    attempt = new AbortController()
    const { signal } = attempt
    let phase: 'preparing' | 'sending' | 'publishing'
    const enter = (next: typeof phase) => {
      phase = next
      pace.restart()
      change(phase)
    }
    const onWaiting = (isWaiting: boolean) => {
      if (signal.aborted || isWaiting === (state.get().step === 'waiting')) return
      pace.restart()
      change(isWaiting ? 'waiting' : phase)
    }
    const onProgress = (sentBytes: number, aheadBytes: number) => {
      if (signal.aborted) return
      if (state.get().step === 'waiting') state.set({ step: 'waiting', sentBytes })
      else state.set({ step: 'sending', sentBytes, aheadBytes, pace: pace.measure(sentBytes + aheadBytes) })
    }
    const retrying = { signal, onWaiting }

    async function send(): ReturnType<typeof findOrBeginUpload> {
      const found = await retryTransient(
        () => findOrBeginUpload({ file, type, name, hashOf, others }, signal),
        retrying,
      )
      uploadId = found.upload.id
      if (state.get().step === 'cancelled') deleteUpload()
      signal.throwIfAborted()
      nextVersion = found.nextVersion
      enter('sending')
      try {
        await sendParts({ ...found, file, hashOf, signal, onProgress, onWaiting })
        return found
      } catch (error) {
        const isConflict = error instanceof ApiError && error.status === 409
        if (found.isNew || !isConflict) throw error
        // The upload belongs to another file, which only the hash of a part shows.
        others.add(found.upload.id)
        return send()
      }
    }

    try {
      enter('preparing')
      const lock = `upload ${type} ${file.size} ${await hashOf(0, Math.min(headBytes, file.size))}`
      await inOneTab(lock, signal, async () => {
        if (await retryTransient(() => publication.hasHappened(signal), retrying)) return
        const found = await send()
        enter('publishing')
        await retryTransient(() => publication.publish(found, signal), retrying)
      })
      state.set({ step: 'done', sentBytes: file.size })
    } catch (error) {
      if (signal.aborted) return
      attempt.abort()
      state.set({ step: 'failed', failure: failureOf(error), sentBytes: state.get().sentBytes })
    }
  }

  /** If this request fails, the server removes the upload after a day. */
  function deleteUpload() {
    if (uploadId !== undefined) call(cancelFileUpload, { params: { id: uploadId } }).catch(() => undefined)
  }

  return {
    file,
    type,
    name,
    getNextVersion: () => nextVersion,
    state,
    /** Parts that are being sent will be sent again. Parts that have arrived are kept. */
    pause() {
      if (!isActive(state.get())) return
      attempt.abort()
      change('paused')
    },
    /** Continues after a pause or a failure. */
    resume() {
      if (state.get().step === 'paused' || state.get().step === 'failed') void run()
    },
    /** Ends the upload and deletes the parts that have arrived. */
    cancel() {
      if (state.get().step === 'done' || state.get().step === 'cancelled') return
      attempt.abort()
      state.set({ step: 'cancelled', sentBytes: 0 })
      deleteUpload()
    },
  }
}

function failureOf(error: unknown): Failure {
  if (isConflict(error))
    return {
      message:
        'The file storage is still busy with an earlier attempt. Your progress is saved; try again in a few minutes.',
    }
  if (error instanceof Error && error.message !== '') return error
  const isServerError = error instanceof PutError && error.status >= 500
  return {
    message: isServerError
      ? `The file storage returned an error (${error.status}). Your progress is saved; try again later.`
      : 'The file storage rejected the file.',
  }
}
