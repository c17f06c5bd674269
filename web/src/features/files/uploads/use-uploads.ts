import type { FileType } from '@health-console/contract/files.ts'
import { useStore } from '../../../lib/use-store.ts'
import type { FileUpload } from './file-upload.ts'
import { uploads } from './uploads.ts'

export const useUploads = (): readonly FileUpload[] => useStore(uploads)

export function useUploadOf(type: FileType): FileUpload | undefined {
  return useUploads().find((upload) => upload.type === type)
}
