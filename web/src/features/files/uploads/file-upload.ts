import { cancelFileUpload, type FileType, listFileVersions, publishFile } from '@health-console/contract/files.ts'
import { call } from '../../../api/client.ts'
import { findOrBeginUpload } from './find-upload.ts'
import { createPace, type Pace } from './pace.ts'
import { patiently } from './patiently.ts'
import { sendParts } from './send-parts.ts'

type Progress = { sentBytes: number; pace: Pace | null }

export type UploadState =
  /** Finds out what has arrived of this file before. */
  | ({ step: 'preparing' } & Progress)
  | ({ step: 'sending' } & Progress)
  /** Network or server are away; it goes on by itself. */
  | ({ step: 'waiting' } & Progress)
  | ({ step: 'paused' } & Progress)
  | ({ step: 'publishing' } & Progress)
  | ({ step: 'done' } & Progress)
  | ({ step: 'failed'; message: string } & Progress)
  | ({ step: 'cancelled' } & Progress)

export type FileUpload = ReturnType<typeof startUpload>

type Target = { type: FileType; name: string; version: number }

/** Uploads a file as the next version of one of the three, until it is published. Knows nothing of the screen. */
export function startUpload(file: File, target: Target) {
  const { type, name } = target
  const listeners = new Set<() => void>()
  const pace = createPace(file.size)
  let nextVersion = target.version + 1
  let uploadId: string | undefined
  let attempt = new AbortController()
  let state: UploadState = { step: 'preparing', sentBytes: 0, pace: null }
  void run()

  async function run() {
    attempt = new AbortController()
    const { signal } = attempt
    const onWaiting = (isWaiting: boolean) => {
      if (signal.aborted || isWaiting === (state.step === 'waiting')) return
      pace.restart()
      change({ step: isWaiting ? 'waiting' : 'sending', sentBytes: state.sentBytes, pace: null })
    }
    const patience = { signal, onWaiting }
    pace.restart()
    change({ step: 'preparing', sentBytes: state.sentBytes, pace: null })
    try {
      const found = await patiently(() => findOrBeginUpload({ file, type, name }, signal), patience)
      const { plan, arrived } = found
      uploadId = plan.id
      nextVersion = found.nextVersion
      const onProgress = (sentBytes: number) => {
        if (signal.aborted) return
        if (state.step === 'waiting') change({ step: 'waiting', sentBytes, pace: null })
        else change({ step: 'sending', sentBytes, pace: pace.measure(sentBytes) })
      }
      await sendParts({ file, plan, arrived, signal, onProgress, onWaiting })
      change({ step: 'publishing', sentBytes: file.size, pace: null })
      await publish(plan.fileId, plan.id, signal)
      change({ step: 'done', sentBytes: file.size, pace: null })
    } catch (error) {
      if (signal.aborted) return
      attempt.abort()
      change({ step: 'failed', message: messageOf(error), sentBytes: state.sentBytes, pace: null })
    }
  }

  async function publish(fileId: string, id: string, signal: AbortSignal) {
    let isAnswerLost = false
    const publishOnce = async () => {
      if (isAnswerLost && (await isPublished(fileId, signal))) return
      const body = { id: fileId, version: nextVersion, filename: file.name, uploadId: id }
      await call(publishFile, { params: { id: fileId }, body }, { signal })
    }
    await patiently(publishOnce, { signal, onWaiting: () => (isAnswerLost = true) })
  }

  /** A call whose answer was lost may have done its work all the same. */
  async function isPublished(fileId: string, signal: AbortSignal): Promise<boolean> {
    const { data } = await call(listFileVersions, { params: { id: fileId } }, { signal })
    return data.some(
      ({ version, filename, size }) => version === nextVersion && filename === file.name && size === file.size,
    )
  }

  function change(next: UploadState) {
    state = next
    for (const listener of listeners) listener()
  }

  return {
    file,
    type,
    name,
    getNextVersion: () => nextVersion,
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Parts that are on their way are sent again later; what has arrived stays. */
    pause() {
      if (!isActive(state)) return
      attempt.abort()
      change({ step: 'paused', sentBytes: state.sentBytes, pace: null })
    },
    /** Goes on after a pause or a failure where it ended. */
    resume() {
      if (state.step === 'paused' || state.step === 'failed') void run()
    },
    /** Gives it up; what has arrived is removed. */
    cancel() {
      if (state.step === 'done' || state.step === 'cancelled') return
      attempt.abort()
      change({ step: 'cancelled', sentBytes: 0, pace: null })
      // if this does not arrive, the server removes the rest after a day
      if (uploadId !== undefined) call(cancelFileUpload, { params: { id: uploadId } }).catch(() => undefined)
    },
  }
}

/** Something is being done, now or as soon as the network is back. */
export function isActive({ step }: UploadState): boolean {
  return step === 'preparing' || step === 'sending' || step === 'waiting' || step === 'publishing'
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'The file store refused the file.'
}
