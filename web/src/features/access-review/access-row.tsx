import type { ReviewedAccess } from '@health-console/contract/access-review.ts'
import { isolate } from '../../lib/isolate.ts'
import { Timestamp } from '../../ui/timestamp.tsx'
import { RoleBadge } from '../../ui/role-badge.tsx'
import { Segments } from '../../ui/segments.tsx'
import styles from './access-row.module.css'

const options = [
  { value: 'keep', label: 'Keep' },
  { value: 'revoke', label: 'Revoke' },
] as const

export type Decision = (typeof options)[number]['value']

const reasons = {
  yourself: 'Kept: this is you.',
  super_admin: 'Kept: only the operator can remove super admins.',
} as const

type AccessRowProps = {
  access: ReviewedAccess
  decision: Decision | null
  onDecide: (decision: Decision) => void
}

/** An admin with access, or an old invitation, and the choice between keeping and revoking. */
export function AccessRow({ access, decision, onDecide }: AccessRowProps) {
  const { email, fullName, role, hasSecondFactor, keptBecause } = access
  const name = fullName || email
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <div className={styles.name}>
          <b>{name}</b>
          <RoleBadge role={role} />
        </div>
        <div className={styles.facts}>
          {fullName && <span>{email}</span>}
          <LastSeen access={access} />
          {hasSecondFactor !== null && <span>{hasSecondFactor ? 'Second factor set' : 'No second factor'}</span>}
        </div>
        {keptBecause && <div className={styles.facts}>{reasons[keptBecause]}</div>}
      </div>
      {!keptBecause && (
        <div className={styles.decision}>
          <Segments
            legend={`Access of ${isolate(name)}`}
            hidesLegend
            options={options}
            value={decision}
            onChange={onDecide}
          />
        </div>
      )}
    </li>
  )
}

function LastSeen({ access: { kind, lastSignInAt, createdAt } }: { access: ReviewedAccess }) {
  if (kind === 'invitation') {
    return (
      <span>
        Invited <Timestamp time={createdAt} /> UTC, not accepted
      </span>
    )
  }
  if (!lastSignInAt) return <span>No sign-in logged</span>
  return (
    <span>
      Last signed in <Timestamp time={lastSignInAt} /> UTC
    </span>
  )
}
