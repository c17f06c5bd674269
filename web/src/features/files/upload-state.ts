import type { FileUpload, UploadState } from './uploads/file-upload.ts'

/** 0 to 100. An empty file is all there. */
export function percentOf({ file }: FileUpload, { sentBytes }: UploadState): number {
  return file.size === 0 ? 100 : (sentBytes / file.size) * 100
}

export function gaugeStateOf({ step }: UploadState) {
  if (step === 'failed') return 'failed'
  return step === 'paused' || step === 'waiting' ? 'paused' : 'running'
}
