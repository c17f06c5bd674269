import type { ErasurePreview } from '@health-console/contract/users/erasures.ts'
import { LockIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import styles from './legal-hold-note.module.css'
import { Data } from '../../ui/values/data.tsx'

type LegalHoldNoteProps = { hold: NonNullable<ErasurePreview['hold']>; action?: ReactNode }

/** Shows who added a legal hold, when and why. */
export function LegalHoldNote({ hold, action }: LegalHoldNoteProps) {
  return (
    <div className={styles.hold}>
      <Icon icon={LockIcon} />
      <p>
        <b>This user is on legal hold and can’t be erased.</b>
        <br />
        <Data>{hold.adminName}</Data>, <Timestamp time={new Date(hold.createdAt)} />: “<Data>{hold.reason}</Data>”
      </p>
      {action}
    </div>
  )
}
