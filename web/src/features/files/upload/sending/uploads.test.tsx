import { expect, test } from 'vitest'
import { createStore } from '../../../../lib/store.ts'
import type { UploadState } from './upload-state.ts'
import type { Uploader } from './uploader.ts'
import { addUpload, forgetUploads } from './uploads.ts'

test('[files-23] the cursor shows progress over the whole page while an upload runs', () => {
  const state = createStore<UploadState>({ step: 'preparing', sentBytes: 0 })
  const pause = () => state.set({ step: 'paused', sentBytes: 1 })
  const upload = { state, pause } as unknown as Uploader
  const button = document.createElement('button')
  button.style.cursor = 'pointer'
  document.body.append(button)
  const cursors = () => [document.body, button].map((element) => getComputedStyle(element).cursor)

  addUpload(upload, { onDone: () => {}, onFailed: () => {} })
  expect(cursors()).toEqual(['progress', 'progress'])
  state.set({ step: 'sending', sentBytes: 1 })
  expect(cursors()).toEqual(['progress', 'progress'])
  pause()
  expect(cursors()).toEqual(['auto', 'pointer'])
  state.set({ step: 'sending', sentBytes: 1 })
  forgetUploads()
  expect(cursors()).toEqual(['auto', 'pointer'])
  button.remove()
})
