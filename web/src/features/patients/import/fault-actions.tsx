import type { FileFault } from '@health-console/contract/errors.ts'
import { useMutation } from '@tanstack/react-query'
import { CopyIcon, DownloadIcon } from 'lucide-react'
import { withReference } from '../../../api/errors.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { toast } from '../../../ui/toasts.ts'
import { faultsAsCsv, faultsAsText } from './fault-list.ts'
import styles from './import-dialog.module.css'

type FaultActionsProps = { load: () => Promise<FileFault[]>; fileName: string }

/** Copies or downloads the list of faults, for the person who corrects the file. */
export function FaultActions({ load, fileName }: FaultActionsProps) {
  const onError = (error: Error) => toast.error(withReference('Failed to fetch the list', error))
  const copy = useMutation({ mutationFn: async () => copyText(faultsAsText(await load()), 'list'), onError })
  const download = useMutation({
    mutationFn: async () => saveFile(new Blob([faultsAsCsv(await load())], { type: 'text/csv' }), fileName),
    onError,
  })
  return (
    <span className={styles.actions}>
      <Button startIcon={CopyIcon} busy={copy.isPending} onClick={() => copy.mutate()}>
        Copy the list
      </Button>
      <Button startIcon={DownloadIcon} busy={download.isPending} onClick={() => download.mutate()}>
        Download the list
      </Button>
    </span>
  )
}
