import { shownEmail } from '../../lib/shown-email.ts'
import { type EndUser, type UserField, userFactNames, userFields } from '@health-console/contract/users/users.ts'
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
        <dl className={styles.facts}>{user && <Facts user={user} />}</dl>
        {more && <div className={styles.more}>{more}</div>}
      </div>
    </div>
  )
}

function Facts({ user }: { user: EndUser }) {
  return userFactNames.map((field) => (
    <div key={field}>
      <dt>{userFields[field].label}</dt>
      <dd>
        <Fact field={field} text={user[field]} />
      </dd>
    </div>
  ))
}

function Fact({ field, text }: { field: UserField; text: string }) {
  const { kind, noun } = userFields[field]
  const shown = kind === 'day' ? formatDate(text) : text
  if (!shown) return '-'
  if (kind !== 'email') return <Copyable text={shown} what={`${noun} ${isolate(shown)}`} />
  return (
    <Copyable text={text} what={`${noun} ${isolate(shownEmail(text))}`}>
      <EmailLink email={text} />
    </Copyable>
  )
}
