import { RotateCcwIcon } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './import-dialog.module.css'

/** The import failed for a reason other than the file. */
export function ImportTrouble({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className={styles.trouble}>
      <Note tone="danger">{message}</Note>
      <Button size="small" startIcon={RotateCcwIcon} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
