import { Maximize2Icon, UploadIcon } from 'lucide-react'
import { formatDuration } from '../../../lib/durations.ts'
import { isolate } from '../../../lib/isolate.ts'
import { useStore } from '../../../lib/use-store.ts'
import { Gauge } from '../../../ui/values/gauge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { VersionPlate } from '../../../ui/values/version-plate.tsx'
import { type Leave, OpenUpload } from './open-upload.tsx'
import styles from './upload-panel.module.css'
import type { Uploader } from './sending/uploader.ts'
import { gaugeStateOf, percentOf, type UploadState } from './sending/upload-state.ts'

/** A running upload, shown in the sidebar. */
export function UploadDock({ upload, leave }: { upload: Uploader; leave: Leave }) {
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
