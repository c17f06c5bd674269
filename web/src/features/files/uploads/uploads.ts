import type { FileType } from '@health-console/contract/files.ts'
import { type FileUpload, isActive, startUpload, type UploadState } from './file-upload.ts'

/** What the screen says when an upload has come to its end. */
type Outcome = { onDone: () => void; onFailed: (message: string) => void }

const listeners = new Set<() => void>()
let uploads: readonly FileUpload[] = []

/** The uploads of this tab, at most one of each file. They outlive the pages that show them. */
export const getUploads = () => uploads

export function subscribeToUploads(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function beginUpload(file: File, target: { type: FileType; name: string; version: number }, outcome: Outcome) {
  const upload = startUpload(file, target)
  let before: UploadState['step'] | undefined
  upload.subscribe(() => {
    const state = upload.getState()
    if (state.step === before) return
    before = state.step
    if (state.step === 'done' || state.step === 'cancelled') remove(upload)
    if (state.step === 'done') outcome.onDone()
    if (state.step === 'failed') outcome.onFailed(state.message)
  })
  change([...uploads.filter((each) => each.type !== target.type), upload])
  return upload
}

/** Nobody is signed in any more: what has arrived stays for the next time. */
export function forgetUploads() {
  for (const upload of uploads) upload.pause()
  change([])
}

function remove(upload: FileUpload) {
  change(uploads.filter((each) => each !== upload))
}

function change(next: readonly FileUpload[]) {
  uploads = next
  for (const listener of listeners) listener()
}

addEventListener('beforeunload', (event) => {
  if (uploads.some((upload) => isActive(upload.getState()))) event.preventDefault()
})
