import type { FileType } from '@health-console/contract/files.ts'
import { useSyncExternalStore } from 'react'
import type { FileUpload } from './file-upload.ts'
import { getUploads, subscribeToUploads } from './uploads.ts'

export function useUploads(): readonly FileUpload[] {
  return useSyncExternalStore(subscribeToUploads, getUploads)
}

export function useUploadOf(type: FileType): FileUpload | undefined {
  return useUploads().find((upload) => upload.type === type)
}

export function useUploadState(upload: FileUpload) {
  return useSyncExternalStore(upload.subscribe, upload.getState)
}
