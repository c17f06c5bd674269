import type { FileFault } from '@health-console/contract/errors.ts'
import { useMutation } from '@tanstack/react-query'
import { CopyIcon, DownloadIcon } from 'lucide-react'
import { withReference } from '../../../api/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { toast } from '../../../ui/toasts.ts'
import { faultsAsText } from './fault-list.ts'
import { useDownloadProblems } from './import-queries.ts'
import styles from './import-dialog.module.css'

type FaultActionsProps = { importId: string; load: () => Promise<FileFault[]> }

/** Copies the list of faults, or downloads the file with its problems marked, for the person who corrects it. */
export function FaultActions({ importId, load }: FaultActionsProps) {
  const onError = (error: Error) => toast.error(withReference('Failed to fetch the list', error))
  const copy = useMutation({ mutationFn: async () => copyText(faultsAsText(await load()), 'list'), onError })
  const download = useDownloadProblems(importId)
  return (
    <span className={styles.actions}>
      <Button startIcon={CopyIcon} busy={copy.isPending} onClick={() => copy.mutate()}>
        Copy the list
      </Button>
      <Button startIcon={DownloadIcon} busy={download.isPending} onClick={() => download.mutate()}>
        Download problems
      </Button>
    </span>
  )
}
