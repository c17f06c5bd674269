import { Link, useNavigate } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { isolate } from '../../../lib/isolate.ts'
import type { Uploader } from './sending/uploader.ts'

export type Leave = (act: () => void) => void

type OpenUploadProps = {
  upload: Uploader
  leave: Leave
  className: string | undefined
  children: ReactNode
}

/** The link to the dialog of an upload. */
export function OpenUpload({ upload, leave, className, children }: OpenUploadProps) {
  const navigate = useNavigate()
  const search = { upload: upload.type }
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    leave(() => void navigate({ to: '/files', search }))
  }
  return (
    <Link
      className={className}
      to="/files"
      search={search}
      preload={false}
      aria-label={`Open the upload of ${isolate(upload.name)}`}
      onClick={open}
    >
      {children}
    </Link>
  )
}
