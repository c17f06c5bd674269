import { UploadIcon } from 'lucide-react'
import { isolate } from '../../../lib/isolate.ts'
import { useStore } from '../../../lib/use-store.ts'
import { fetchedLater } from '../../../shell/fetched-later.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { type Leave, OpenUpload } from './open-upload.tsx'
import { percentOf } from './sending/upload-state.ts'
import { uploads } from './sending/uploads.ts'
import styles from './upload-panel.module.css'

const UploadDock = fetchedLater(async () => (await import('./upload-dock.tsx')).UploadDock, 'section')

/** The running uploads, at the bottom of the sidebar. On phones the drawer closes before an upload opens. */
export function UploadPanel({ leave }: { leave: Leave }) {
  return useStore(uploads).map((upload) => <UploadDock key={upload.type} upload={upload} leave={leave} />)
}

/** The warning shown on log-out while uploads run. */
export function useLogOutWarning(): string | undefined {
  const names = useStore(uploads).map((upload) => isolate(upload.name))
  if (names.length === 0) return undefined
  const what = names.length === 1 ? 'The upload of' : 'The uploads of'
  const verb = names.length === 1 ? 'stops' : 'stop'
  return `${what} ${new Intl.ListFormat('en-GB').format(names)} ${verb}. Your progress is saved for 24 hours.`
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
