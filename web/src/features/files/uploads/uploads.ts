import type { FileUpload } from './file-upload.ts'
import { isActive, type UploadState } from './upload-state.ts'

/** What the screen says when an upload has come to its end. */
export type Outcome = { onDone: () => void; onFailed: (message: string) => void }

const listeners = new Set<() => void>()
let uploads: readonly FileUpload[] = []

/** The uploads of this tab, at most one of each file. They outlive the pages that show them. */
export const getUploads = () => uploads

export function subscribeToUploads(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Keeps an upload in the list until it has come to its end. */
export function addUpload(upload: FileUpload, { onDone, onFailed }: Outcome) {
  let before: UploadState['step'] | undefined
  upload.subscribe(() => {
    const state = upload.getState()
    if (state.step === before) return
    before = state.step
    if (state.step === 'done' || state.step === 'cancelled') change(uploads.filter((each) => each !== upload))
    if (state.step === 'done') onDone()
    if (state.step === 'failed') onFailed(state.message)
  })
  change([...uploads, upload])
}

/** Nobody is signed in any more: what has arrived stays for the next time. */
export function forgetUploads() {
  for (const upload of uploads) upload.pause()
  change([])
}

function change(next: readonly FileUpload[]) {
  uploads = next
  for (const listener of listeners) listener()
}

addEventListener('beforeunload', (event) => {
  if (uploads.some((upload) => isActive(upload.getState()))) event.preventDefault()
})
