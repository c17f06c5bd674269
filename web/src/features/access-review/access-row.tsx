import { shownEmail } from '../../lib/shown-email.ts'
import type { ReviewedAccess } from '@health-console/contract/staff/access-review.ts'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import { Badge } from '../../ui/values/badge.tsx'
import { RoleBadge } from '../../ui/values/role-badge.tsx'
import { Segments } from '../../ui/buttons/segments.tsx'
import { Data } from '../../ui/values/data.tsx'
import styles from './access-row.module.css'

const options = [
  { value: 'keep', label: 'Keep' },
  { value: 'revoke', label: 'Revoke' },
] as const

export type Decision = (typeof options)[number]['value']

const reasons = {
  yourself: 'You can’t revoke your own access.',
  super_admin: 'You can’t revoke super admins here. Ask a system administrator.',
} as const

type AccessRowProps = {
  access: ReviewedAccess
  decision: Decision | null
  onDecide: (decision: Decision) => void
}

/** An admin with access, a service account or an old invitation, and the choice between keeping and revoking it. */
export function AccessRow({ access, decision, onDecide }: AccessRowProps) {
  const { fullName, role, scopes, hasSecondFactor, keptBecause } = access
  const email = shownEmail(access.email)
  const name = fullName || email
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <div className={styles.name}>
          <b>
            <Data>{name}</Data>
          </b>
          {role ? <RoleBadge role={role} /> : <Badge colour="grey" label="Service account" />}
        </div>
        <div className={styles.facts}>
          {fullName && (
            <span>
              {!role && <span>Owned by </span>}
              <Data>{email}</Data>
            </span>
          )}
          {scopes.length > 0 && <span>{scopes.join(', ')}</span>}
          <LastSeen access={access} />
          {hasSecondFactor !== null && <span>{hasSecondFactor ? 'Two-step sign-in on' : 'Two-step sign-in off'}</span>}
        </div>
        {keptBecause && <div className={styles.facts}>{reasons[keptBecause]}</div>}
      </div>
      {!keptBecause && (
        <div className={styles.decision}>
          <Segments
            legend={
              <>
                Access of <Data>{name}</Data>
              </>
            }
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
        Invited <Timestamp time={createdAt} /> UTC, not yet accepted
      </span>
    )
  }
  if (kind === 'service_account' && !lastSignInAt) return <span>Never used</span>
  if (!lastSignInAt) return <span>Never signed in</span>
  return (
    <span>
      {kind === 'service_account' ? 'Last used' : 'Last signed in'} <Timestamp time={lastSignInAt} /> UTC
    </span>
  )
}
