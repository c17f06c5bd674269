import type { Failure } from '../../../../lib/failure.ts'
import { createStore } from '../../../../lib/store.ts'
import { showUploading } from '../../../../lib/upload-cursor.ts'
import type { Uploader } from './uploader.ts'
import { isActive, type UploadState } from './upload-state.ts'

/** A failure that the dialog of the upload shows is not shown a second time. */
type Outcome = { onDone: () => void; onFailed: (failure: Failure, isShown: boolean) => void }

/** The uploads of this tab, at most one for each file. They outlive the pages that show them. */
export const uploads = createStore<readonly Uploader[]>([])

/** The uploads whose dialog is open. */
const inDialog = new Set<Uploader>()

/** Call it while the dialog of an upload is open. @returns what to call when it closes */
export function noteDialog(upload: Uploader): () => void {
  inDialog.add(upload)
  return () => void inDialog.delete(upload)
}

/** Keeps an upload in the list until it has ended. */
export function addUpload(upload: Uploader, { onDone, onFailed }: Outcome) {
  let before: UploadState['step'] | undefined
  upload.state.subscribe(() => {
    const state = upload.state.get()
    showProgress()
    if (state.step === before) return
    before = state.step
    if (state.step === 'done' || state.step === 'cancelled') {
      uploads.set(uploads.get().filter((each) => each !== upload))
    }
    if (state.step === 'done') onDone()
    if (state.step === 'failed') onFailed(state.failure, inDialog.has(upload))
  })
  uploads.set([...uploads.get(), upload])
  showProgress()
}

/** Pauses the uploads after signing out. The parts that have arrived are kept. */
export function forgetUploads() {
  for (const upload of uploads.get()) upload.pause()
  uploads.set([])
  showProgress()
}

const isUploading = () => uploads.get().some(({ state }) => isActive(state.get()))

const showProgress = () => showUploading(uploads, isUploading())

addEventListener('beforeunload', (event) => {
  if (isUploading()) event.preventDefault()
})
