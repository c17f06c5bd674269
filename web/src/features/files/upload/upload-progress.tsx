import { useEffect, useRef } from 'react'
import { ArrowRightIcon, PauseIcon, PlayIcon, RotateCcwIcon } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { DialogBody, DialogFoot } from '../../../ui/dialogs/dialog.tsx'
import { FieldError } from '../../../ui/fields/field.tsx'
import { FailureText } from '../../../ui/buttons/reference.tsx'
import { ChosenFile } from '../../../ui/fields/file-drop.tsx'
import { useStore } from '../../../lib/use-store.ts'
import { Gauge } from '../../../ui/values/gauge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PaceReadout, ProgressReadout, Readout } from '../../../ui/values/readout.tsx'
import { VersionPlate } from '../../../ui/values/version-plate.tsx'
import { fileIcons } from '../file-rows.ts'
import type { Uploader } from './sending/uploader.ts'
import { noteDialog } from './sending/uploads.ts'
import { aheadOf, gaugeStateOf, isActive, percentOf, type UploadState } from './sending/upload-state.ts'
import styles from './upload-progress.module.css'

type UploadProgressProps = { upload: Uploader; onClose: () => void }

/** The progress of an upload, and its controls. The upload continues without this component. */
export function UploadProgress({ upload, onClose }: UploadProgressProps) {
  const state = useStore(upload.state)
  useEffect(() => noteDialog(upload), [upload])
  const { file, name, type } = upload
  const nextVersion = upload.getNextVersion()
  const percent = percentOf(upload, state)

  return (
    <>
      <DialogBody>
        <div className={styles.content}>
          <ChosenFile file={file} icon={fileIcons[type]} />
          <div className={styles.figures}>
            <ProgressReadout percent={percent} doneBytes={state.sentBytes} totalBytes={file.size} />
            <Gauge
              label={`${name} upload`}
              percent={percent}
              ahead={aheadOf(upload, state)}
              state={gaugeStateOf(state)}
              announce
            />
            {state.step !== 'failed' && <StateReadout state={state} />}
          </div>
          {state.step === 'failed' ? (
            <div role="alert">
              <FieldError>Error upload file</FieldError>
              <p className={styles.reason}>
                <FailureText failure={state.failure} />
              </p>
            </div>
          ) : (
            <p className={styles.versions}>
              <VersionPlate version={nextVersion - 1} />
              <Icon icon={ArrowRightIcon} size={14} />
              <VersionPlate version={nextVersion} next />
              <span>
                {state.step === 'paused'
                  ? 'Your progress is saved for 24 hours.'
                  : 'You can close this dialog; the upload continues.'}
              </span>
            </p>
          )}
        </div>
      </DialogBody>
      <DialogFoot lead={<CancelUpload upload={upload} state={state} onClose={onClose} />}>
        <Toggle upload={upload} state={state} />
      </DialogFoot>
    </>
  )
}

/** If the content was rejected, the same file would be rejected again, so another one can be chosen at once. */
function CancelUpload({ upload, state, onClose }: UploadProgressProps & { state: UploadState }) {
  if (state.step === 'failed') return <Button onClick={upload.cancel}>Choose another file</Button>
  const cancel = () => {
    upload.cancel()
    onClose()
  }
  return (
    <Button disabled={state.step === 'publishing'} onClick={cancel}>
      Cancel upload
    </Button>
  )
}

/**
 * One button serves all actions, so that it keeps the focus. It gets the first focus, even in a dialog that is already
 * open.
 */
function Toggle({ upload, state }: { upload: Uploader; state: UploadState }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  if (isActive(state)) {
    return (
      <Button
        ref={button}
        data-autofocus
        startIcon={PauseIcon}
        disabled={state.step === 'publishing'}
        onClick={upload.pause}
      >
        Pause
      </Button>
    )
  }
  const isFailed = state.step === 'failed'
  return (
    <Button ref={button} data-autofocus startIcon={isFailed ? RotateCcwIcon : PlayIcon} onClick={upload.resume}>
      {isFailed ? 'Try again' : 'Resume'}
    </Button>
  )
}

const remarks: Partial<Record<UploadState['step'], string>> = {
  preparing: 'Checking for a previous upload',
  waiting: 'Server unavailable. The upload will resume automatically.',
  paused: 'Paused',
  publishing: 'Checking the file',
}

function StateReadout({ state }: { state: UploadState }) {
  if (state.step !== 'sending') return <Readout start={remarks[state.step]} />
  const { bytesPerSecond = null, secondsLeft = null } = state.pace ?? {}
  return <PaceReadout bytesPerSecond={bytesPerSecond} secondsLeft={secondsLeft} />
}
