import { prepareFileDownload } from '@health-console/contract/files/files.ts'
import type { MouseEvent } from 'react'
import { DownloadIcon } from 'lucide-react'
import { call } from '../../api/client.ts'
import { showFailure } from '../../api/show-failure.ts'
import { RowActionLink } from '../../table/row-action.tsx'

type DownloadLinkProps = { href: string; 'aria-label': string }

/** Opens a download in a new tab. If the download requires a confirmed identity, the confirmation comes first. */
export function DownloadLink(props: DownloadLinkProps) {
  const open = (event: MouseEvent) => {
    // The browser handles all other ways to open the link. The server sends a rejected download back to this page.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void openDownload(props.href)
  }
  return <RowActionLink icon={DownloadIcon} label="Download" {...props} onClick={open} />
}

export async function openDownload(href: string): Promise<void> {
  try {
    await call(prepareFileDownload, {})
    window.open(href, '_blank', 'noopener')
  } catch (error) {
    showFailure(error, 'Couldn’t download the file')
  }
}
