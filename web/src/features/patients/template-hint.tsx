import { DownloadIcon } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useDownloadTemplate } from './queries.ts'
import styles from './import-dialog.module.css'

/** What an import does, with a link to the template. */
export function TemplateHint() {
  const download = useDownloadTemplate()
  return (
    <div className={styles.hint}>
      <p>The file replaces the whole table. You will see what changes before anything is saved.</p>
      <Button quiet size="small" startIcon={DownloadIcon} busy={download.isPending} onClick={() => download.mutate()}>
        Download template
      </Button>
    </div>
  )
}
