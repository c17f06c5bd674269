import type { FileFault } from '@health-console/contract/errors.ts'
import { CopyIcon, DownloadIcon } from 'lucide-react'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts.ts'
import { faultsAsCsv, faultsAsText } from './fault-list.ts'
import styles from './import-dialog.module.css'

/** Copies or downloads the list of faults, for the person who corrects the file. */
export function FaultActions({ faults, fileName }: { faults: FileFault[]; fileName: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(faultsAsText(faults))
      toast.success('The list was copied')
    } catch {
      toast.error('The browser does not allow copying. Download the list instead.')
    }
  }
  const download = () => saveFile(new Blob([faultsAsCsv(faults)], { type: 'text/csv' }), fileName)
  return (
    <span className={styles.actions}>
      <Button startIcon={CopyIcon} onClick={() => void copy()}>
        Copy the list
      </Button>
      <Button startIcon={DownloadIcon} onClick={download}>
        Download the list
      </Button>
    </span>
  )
}
