import type { FileVersion } from '@health-console/contract/files.ts'
import { BanIcon, DownloadIcon, RotateCcwIcon } from 'lucide-react'
import { phone, useMedia } from '../../../lib/use-media.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { MoreMenu } from '../../../ui/buttons/more-menu.tsx'
import { DownloadLink, openDownload } from '../download-link.tsx'
import styles from './version-actions.module.css'

type VersionActionsProps = {
  version: FileVersion
  /** Super admins can make a version current and withdraw it. */
  mayDecide: boolean
  onRestore: () => void
  onWithdraw: () => void
}

/** The actions of a published version, always in the same order: one below another, or in a menu on phones. */
export function VersionActions({ version: { version, url, isCurrent }, ...props }: VersionActionsProps) {
  const { mayDecide, onRestore, onWithdraw } = props
  const isPhone = useMedia(phone)
  const download = `Download version ${version}`
  const decisions = mayDecide
    ? [
        ...(isCurrent
          ? []
          : [
              {
                icon: RotateCcwIcon,
                label: 'Restore',
                name: `Restore version ${version}`,
                isDelete: false,
                onChoose: onRestore,
              },
            ]),
        {
          icon: BanIcon,
          label: 'Withdraw',
          name: `Withdraw version ${version}`,
          isDelete: true,
          onChoose: onWithdraw,
        },
      ]
    : []
  if (isPhone) {
    const first = { icon: DownloadIcon, label: 'Download', name: download, onChoose: () => void openDownload(url) }
    return <MoreMenu quiet label={`Actions for version ${version}`} actions={[first, ...decisions]} />
  }
  return (
    <div className={styles.actions}>
      <DownloadLink aria-label={download} href={url} />
      {decisions.map(({ icon, label, name, isDelete, onChoose }) => (
        <Button
          key={label}
          quiet
          size="small"
          variant={isDelete ? 'delete' : 'outline'}
          startIcon={icon}
          aria-label={name}
          onClick={onChoose}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
