import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDuration } from '../../lib/durations.ts'
import { Gauge } from '../../ui/gauge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { VersionPlate } from '../../ui/version-plate.tsx'
import { gaugeStateOf, percentOf } from './upload-state.ts'
import type { FileUpload, UploadState } from './uploads/file-upload.ts'
import { useUploads, useUploadState } from './uploads/use-uploads.ts'
import styles from './upload-panel.module.css'

/** The uploads that go on while one works elsewhere, for the foot of the sidebar. */
export function UploadPanel() {
  return useUploads().map((upload) => <Entry key={upload.type} upload={upload} />)
}

function Entry({ upload }: { upload: FileUpload }) {
  const state = useUploadState(upload)
  const percent = percentOf(upload, state)
  return (
    <div className={styles.dock} role="group" aria-label={`${upload.name} upload`}>
      <div className={styles.head}>
        <Icon name="upload" />
        <b>{upload.name}</b>
        <VersionPlate version={upload.getNextVersion()} next />
        <OpenUpload upload={upload} className={styles.open}>
          <Icon name="maximize-2" />
        </OpenUpload>
      </div>
      <Gauge label={`${upload.name} upload`} percent={percent} state={gaugeStateOf(state)} />
      <p className={styles.meta}>
        <span>{Math.floor(percent)} %</span>
        <span>{remarkOn(state)}</span>
      </p>
    </div>
  )
}

/** The percentage of the first upload, for the top bar of phones. */
export function UploadFigure() {
  const [upload] = useUploads()
  return upload ? <Figure upload={upload} /> : null
}

function Figure({ upload }: { upload: FileUpload }) {
  const state = useUploadState(upload)
  return (
    <OpenUpload upload={upload} className={styles.figure}>
      <Icon name="upload" />
      {Math.floor(percentOf(upload, state))} %
    </OpenUpload>
  )
}

type OpenUploadProps = {
  upload: FileUpload
  className: string | undefined
  children: ReactNode
}

function OpenUpload({ upload, className, children }: OpenUploadProps) {
  return (
    <Link
      className={className}
      to="/files"
      search={{ upload: upload.type }}
      preload={false}
      aria-label={`Open the upload of ${upload.name}`}
    >
      {children}
    </Link>
  )
}

function remarkOn(state: UploadState): string {
  switch (state.step) {
    case 'sending':
      return state.pace ? `${formatDuration(state.pace.secondsLeft)} left` : ''
    case 'waiting':
      return 'No connection'
    case 'paused':
      return 'Paused'
    case 'failed':
      return 'Failed'
    case 'publishing':
      return 'Checking'
    default:
      return ''
  }
}
