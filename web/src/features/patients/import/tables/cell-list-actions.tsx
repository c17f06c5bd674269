import type { ListedCell } from '@health-console/contract/errors.ts'
import { downloadMarkedFile } from '@health-console/contract/patients/imports.ts'
import { useMutation } from '@tanstack/react-query'
import { CopyIcon, DownloadIcon } from 'lucide-react'
import { callForStream } from '../../../../api/client.ts'
import { showFailure } from '../../../../api/show-failure.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { copyDownload } from '../../../../ui/buttons/copy-text.ts'
import { cellsAsText } from './cell-list.ts'
import { useDownload } from '../../table/queries.ts'
import styles from './import-parts.module.css'

type CellListActionsProps = { importId: string; load: () => Promise<ListedCell[]> }

/** Copies the list of errors, or downloads the file with its errors and warnings marked, for the person who corrects it. */
export function CellListActions({ importId, load }: CellListActionsProps) {
  const onError = (error: Error) => showFailure(error, 'Couldn’t load the list')
  const copy = useMutation({ mutationFn: async () => copyDownload(cellsAsText(await load()), 'list'), onError })
  const download = useDownload('file', 'import-marked.xlsx', () =>
    callForStream(downloadMarkedFile, { params: { id: importId } }),
  )
  return (
    <span className={styles.actions}>
      <Button startIcon={CopyIcon} busy={copy.isPending} onClick={() => copy.mutate()}>
        Copy the list
      </Button>
      <Button startIcon={DownloadIcon} busy={download.isPending} onClick={() => download.mutate()}>
        Download marked file
      </Button>
    </span>
  )
}
