import type { FileFault } from '@health-console/contract/errors.ts'
import { CopyIcon, DownloadIcon } from 'lucide-react'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { faultsAsCsv, faultsAsText } from './fault-list.ts'
import styles from './import-dialog.module.css'

/** Copies or downloads the list of faults, for the person who corrects the file. */
export function FaultActions({ faults, fileName }: { faults: FileFault[]; fileName: string }) {
  const download = () => saveFile(new Blob([faultsAsCsv(faults)], { type: 'text/csv' }), fileName)
  return (
    <span className={styles.actions}>
      <Button startIcon={CopyIcon} onClick={() => void copyText(faultsAsText(faults), 'list')}>
        Copy the list
      </Button>
      <Button startIcon={DownloadIcon} onClick={download}>
        Download the list
      </Button>
    </span>
  )
}
