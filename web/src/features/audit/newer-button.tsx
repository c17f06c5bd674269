import { maxNewer } from '@health-console/contract/audit/events.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowUpIcon } from 'lucide-react'
import { formatCount } from '../../lib/numbers.ts'
import { Button } from '../../ui/buttons/button.tsx'
import type { AuditFilters } from './audit-state.ts'
import styles from './newer-button.module.css'
import { newerQuery } from './queries.ts'

type NewerButtonProps = {
  filters: AuditFilters
  /** The cursor of the newest entry that is shown; null on older pages. */
  newest: string | null
  onShow: () => void
}

/** Shows "12 newer entries" once there are some. The list itself stays as it is, because each view of it is logged. */
export function NewerButton({ filters, newest, onShow }: NewerButtonProps) {
  const { count } = useQuery(newerQuery(filters, newest)).data.data
  return (
    <span role="status">
      {count > 0 && (
        <Button quiet size="small" startIcon={ArrowUpIcon} className={styles.newer} onClick={onShow}>
          {count < maxNewer ? formatCount(count) : `${formatCount(maxNewer - 1)}+`} newer
          <span className={styles.entries}> {count === 1 ? 'entry' : 'entries'}</span>
        </Button>
      )}
    </span>
  )
}
