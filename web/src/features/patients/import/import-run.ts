import type { ErrorCode, ListedCell } from '@health-console/contract/errors.ts'
import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import {
  answerPatientImport,
  cancelPatientImport,
  createPatientImport,
  getPatientImport,
  preparePatientImport,
  type ImportPreview,
  type PatientImport,
} from '@health-console/contract/patients/imports.ts'
import type { ImportReading } from '@health-console/contract/patients/questions.ts'
import { patientsTableName } from '@health-console/contract/patients/patients.ts'
import { call } from '../../../api/client.ts'
import { ApiError, isNotFound, isTransient } from '../../../api/errors.ts'
import { upload } from '../../../api/upload.ts'
import { type Failure, toFailure } from '../../../lib/failure.ts'
import { expectReadable } from '../../../lib/read-file.ts'
import { sleep } from '../../../lib/sleep.ts'
import { createStore } from '../../../lib/store.ts'
import { showUploading } from '../../../lib/upload-cursor.ts'

export type ImportState =
  | { step: 'uploading'; fraction: number }
  | { step: 'reading'; phase: 'reading' | 'comparing' | 'storing'; rowsRead: number; fraction: number }
  /** Parts of the file are unclear and need answers. */
  | { step: 'asking'; id: string; reading: ImportReading }
  /** The preview awaits confirmation. Nothing has changed yet. */
  | { step: 'ready'; id: string; reading: ImportReading; preview: ImportPreview }
  /** The file cannot be imported as it is. It has an `id` if the server keeps the file with its errors. */
  | {
      step: 'rejected'
      id: string | undefined
      message: string
      errors: ListedCell[]
      errorCount: number
      /** How the file was read, if other answers may help. */
      reading: ImportReading | null
    }
  /** The import failed, but can be tried again. */
  | { step: 'failed'; failure: Failure }

export type ImportRun = ReturnType<typeof startImport>

const firstPollAfterMs = 40
const longestPollMs = 500
/** The import continues on the server, so a few polls may fail. */
const maxFailedPolls = 5
/** The file itself is invalid, so trying again would not help. */
const rejections: ReadonlySet<string> = new Set<ErrorCode>(['unprocessable', 'too_large'])

/** Lets the server get ready while the admin chooses a file. If that fails, the import only begins later. */
export function prepareImport(): void {
  call(preparePatientImport, {}).catch(() => undefined)
}

/**
 * Uploads a file and polls until the import asks something or its preview is ready. It is independent of the user
 * interface.
 * @param answers the answers already given for the same file
 */
export function startImport(file: File, answers?: ImportAnswers) {
  const controller = new AbortController()
  const { signal } = controller
  const state = createStore<ImportState>({ step: 'uploading', fraction: 0 })
  let id: string | undefined
  let isConfirming = false
  let latestAnswers = answers
  // It is not known to have arrived.
  let isUnsent = false
  void run()

  async function run() {
    try {
      id ??= await send()
      if (isUnsent && latestAnswers)
        await call(answerPatientImport, { params: { id }, body: latestAnswers }, { signal })
      isUnsent = false
      const result = await follow(id)
      if (result.step === 'failed') id = undefined
      change(result)
    } catch (error) {
      if (signal.aborted) return
      // An import that the server has discarded must be uploaded again.
      if (isNotFound(error)) id = undefined
      const isRejection = error instanceof ApiError && rejections.has(error.code)
      change(isRejection ? toRejected(error) : { step: 'failed', failure: toFailure(error) })
    }
  }

  async function send(): Promise<string> {
    change({ step: 'uploading', fraction: 0 })
    await expectReadable(file)
    const form = new FormData()
    form.append('name', patientsTableName)
    if (latestAnswers) form.append('answers', JSON.stringify(latestAnswers))
    form.append('file', file)
    const onProgress = (sentBytes: number, totalBytes: number) =>
      change({ step: 'uploading', fraction: sentBytes / totalBytes })
    const { data } = await upload(createPatientImport, form, { signal, onProgress })
    isUnsent = false
    return data.id
  }

  async function follow(importId: string): Promise<ImportState> {
    let failedPolls = 0
    // Most files take tenths of a second, but some take many seconds.
    for (let waitMs = firstPollAfterMs; ; waitMs = Math.min(waitMs * 1.2, longestPollMs)) {
      await sleep(waitMs, signal)
      try {
        const { data } = await call(getPatientImport, { params: { id: importId } }, { signal })
        failedPolls = 0
        if (data.state !== 'reading') return resultOf(data)
        change({ step: 'reading', phase: data.step, rowsRead: data.rowsRead, fraction: data.fraction })
      } catch (error) {
        failedPolls += 1
        if (!isTransient(error) || failedPolls > maxFailedPolls) throw error
      }
    }
  }

  function change(next: ImportState) {
    if (signal.aborted) return
    showUploading(state, next.step === 'uploading')
    state.set(next)
  }

  return {
    file,
    state,
    /** Continues after a failure. */
    retry() {
      change({ step: 'uploading', fraction: id === undefined ? 0 : 1 })
      void run()
    },
    /** Sets how the file is to be interpreted. The file is then read again. */
    answer(next: ImportAnswers) {
      latestAnswers = next
      isUnsent = true
      change({ step: 'reading', phase: 'reading', rowsRead: 0, fraction: 0 })
      void run()
    },
    /** Once the import is confirmed, nothing is left to cancel. */
    keep() {
      isConfirming = true
    },
    /** Ends the import at any step and discards the upload. */
    cancel() {
      if (isConfirming || signal.aborted) return
      controller.abort()
      showUploading(state, false)
      // If this request fails, the server discards it after a while.
      if (id !== undefined) call(cancelPatientImport, { params: { id } }).catch(() => undefined)
    },
  }
}

export function isAtWork(state: ImportState | undefined): boolean {
  return state?.step === 'uploading' || state?.step === 'reading'
}

function resultOf(data: Exclude<PatientImport, { state: 'reading' }>): ImportState {
  switch (data.state) {
    case 'asking':
      return { step: 'asking', id: data.id, reading: data.reading }
    case 'ready':
      return { step: 'ready', id: data.id, reading: data.reading, preview: data.preview }
    case 'rejected':
      return rejections.has(data.error.code)
        ? toRejected(data.error, data.reading ? data.id : undefined, data.reading)
        : { step: 'failed', failure: data.error }
    case 'applied':
      return { step: 'failed', failure: { message: 'This file has already been imported.' } }
  }
}

function toRejected(
  error: { message: string; errors?: ListedCell[] | undefined; errorCount?: number | undefined },
  id?: string,
  reading: ImportReading | null = null,
): ImportState {
  const { message, errors = [], errorCount = 0 } = error
  return { step: 'rejected', id, message, errors, errorCount, reading }
}
