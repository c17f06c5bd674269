import { shownEmail } from '../../lib/shown-email.ts'
import type { EndUser } from '@health-console/contract/users.ts'
import { formatDate } from '../../lib/dates.ts'
import type { ReactNode } from 'react'
import { isolate } from '../../lib/isolate.ts'
import { Copyable } from '../../ui/buttons/copyable.tsx'
import { EmailLink } from '../../ui/values/email-link.tsx'
import styles from './identity.module.css'

type IdentityProps = { user: EndUser | undefined; more: ReactNode }

/** Identifies the user, because names are not unique. The line is there from the start, so that nothing moves. */
export function Identity({ user, more }: IdentityProps) {
  return (
    <div className={styles.identity}>
      <div className={styles.line}>
        <dl className={styles.facts}>{user && <Facts {...user} />}</dl>
        {more && <div className={styles.more}>{more}</div>}
      </div>
    </div>
  )
}

function Facts({ memberId, dateOfBirth, email }: EndUser) {
  const born = formatDate(dateOfBirth)
  return (
    <>
      <div>
        <dt>Member id</dt>
        <dd>{memberId ? <Copyable text={memberId} what={`Member ID ${isolate(memberId)}`} /> : '-'}</dd>
      </div>
      <div>
        <dt>Date of birth</dt>
        <dd>{born ? <Copyable text={born} what={`date of birth ${born}`} /> : '-'}</dd>
      </div>
      <div>
        <dt>Email</dt>
        <dd>
          {email ? (
            <Copyable text={email} what={`email address ${isolate(shownEmail(email))}`}>
              <EmailLink email={email} />
            </Copyable>
          ) : (
            '-'
          )}
        </dd>
      </div>
    </>
  )
}
