import { Avatar } from '../../ui/avatar.tsx'
import { isInvitee, type Person } from './person.ts'
import styles from './person-line.module.css'

/** A person in a confirmation: avatar, name and address, never cut off. */
export function PersonLine({ person }: { person: Person }) {
  return (
    <div className={styles.person}>
      <Avatar name={person.fullName} colour={person.color} size="large" />
      <div className={styles.who}>
        {isInvitee(person) ? <span>Invite pending</span> : <b>{person.fullName}</b>}
        <span>{person.email}</span>
      </div>
    </div>
  )
}
