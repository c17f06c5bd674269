import { Link, useNavigate } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { Maximize2Icon, UploadIcon } from 'lucide-react'
import { formatDuration } from '../../lib/durations.ts'
import { isolate } from '../../lib/isolate.ts'
import { useStore } from '../../lib/use-store.ts'
import { Gauge } from '../../ui/gauge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { VersionPlate } from '../../ui/version-plate.tsx'
import type { Uploader } from './uploads/uploader.ts'
import { gaugeStateOf, percentOf, type UploadState } from './uploads/upload-state.ts'
import { uploads } from './uploads/uploads.ts'
import styles from './upload-panel.module.css'

type Leave = (act: () => void) => void

/** The running uploads, at the bottom of the sidebar. On phones the drawer closes before an upload opens. */
export function UploadPanel({ leave }: { leave: Leave }) {
  return useStore(uploads).map((upload) => <Entry key={upload.type} upload={upload} leave={leave} />)
}

/** The warning shown on log-out while uploads run. */
export function useLogOutWarning(): string | undefined {
  const names = useStore(uploads).map((upload) => isolate(upload.name))
  if (names.length === 0) return undefined
  const what = names.length === 1 ? 'The upload of' : 'The uploads of'
  const verb = names.length === 1 ? 'stops' : 'stop'
  return `${what} ${new Intl.ListFormat('en-GB').format(names)} ${verb}. What has arrived is kept for a day.`
}

function Entry({ upload, leave }: { upload: Uploader; leave: Leave }) {
  const state = useStore(upload.state)
  const percent = percentOf(upload, state)
  return (
    <div className={styles.dock} data-step={state.step} role="group" aria-label={`${isolate(upload.name)} upload`}>
      <div className={styles.head}>
        <Icon icon={UploadIcon} />
        <b>{upload.name}</b>
        <VersionPlate version={upload.getNextVersion()} next />
        <OpenUpload upload={upload} leave={leave} className={styles.open}>
          <Icon icon={Maximize2Icon} />
        </OpenUpload>
      </div>
      <Gauge label={`${isolate(upload.name)} upload`} percent={percent} state={gaugeStateOf(state)} />
      <p className={styles.meta}>
        <span>{Math.floor(percent)} %</span>
        <span>{remarkOn(state)}</span>
      </p>
    </div>
  )
}

/** The percentage of the first upload, for the top bar of phones. */
export function UploadFigure() {
  const [upload] = useStore(uploads)
  const state = useStore(upload?.state)
  if (!upload || !state) return null
  return (
    <OpenUpload upload={upload} leave={(act) => act()} className={styles.figure}>
      <Icon icon={UploadIcon} />
      {Math.floor(percentOf(upload, state))} %
    </OpenUpload>
  )
}

type OpenUploadProps = {
  upload: Uploader
  leave: Leave
  className: string | undefined
  children: ReactNode
}

function OpenUpload({ upload, leave, className, children }: OpenUploadProps) {
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

const remarks: Partial<Record<UploadState['step'], string>> = {
  waiting: 'Waiting',
  paused: 'Paused',
  failed: 'Failed',
  publishing: 'Checking',
}

function remarkOn(state: UploadState): string | undefined {
  if (state.step !== 'sending') return remarks[state.step]
  return state.pace ? `${formatDuration(state.pace.secondsLeft)} left` : ''
}
