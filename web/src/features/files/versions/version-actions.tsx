import type { FileVersion } from '@health-console/contract/files/files.ts'
import { BanIcon, DownloadIcon, RotateCcwIcon } from 'lucide-react'
import { HistoryActions } from '../../../ui/page/history-actions.tsx'
import { DownloadLink, openDownload } from '../download-link.tsx'

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
  return (
    <HistoryActions
      of={`version ${version}`}
      link={{
        element: <DownloadLink aria-label={download} href={url} />,
        action: { icon: DownloadIcon, label: 'Download', name: download, onChoose: () => void openDownload(url) },
      }}
      actions={decisions}
    />
  )
}
