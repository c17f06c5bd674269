import type { ReactNode } from 'react'
import type { Column } from '../../table/column.ts'
import { LeadCell } from '../../table/lead-cell.tsx'
import { Avatar } from '../../ui/values/avatar.tsx'
import { Tag } from '../../ui/values/badge.tsx'
import { EmailLink } from '../../ui/values/email-link.tsx'
import { RoleBadge } from '../../ui/values/role-badge.tsx'
import styles from './columns.module.css'
import { isInvitee, nameOf, type Person } from './person.ts'

type StaffRow = {
  id: string
  person: Person
  isMe: boolean
  /** The last sign-in, or the state of the invitation. */
  state: ReactNode
  actions: ReactNode
}

/**
 * The column is at most 340 px wide, and narrower when the other columns need the space, because a pinned column would
 * cover them.
 */
const emailWidth = 'min(340px, 100cqi - 720px)'

/** Below this width there would be too little space for an email address. */
export const narrowBelowPx = 900

const name: Column<StaffRow> = {
  key: 'name',
  label: 'Name',
  sortable: true,
  value: ({ person }) => person.fullName,
  render: (row) => <Name {...row} />,
}

const actions: Column<StaffRow> = {
  key: 'action',
  label: 'Action',
  kind: 'actions',
  render: (row) => row.actions,
}

export const columns: Column<StaffRow>[] = [
  name,
  {
    key: 'role',
    label: 'Role',
    sortable: true,
    value: ({ person }) => person.role,
    render: ({ person }) => <RoleBadge role={person.role} />,
  },
  {
    key: 'email',
    label: 'Email',
    sortable: true,
    maxWidth: emailWidth,
    value: ({ person }) => person.email,
    render: ({ person }) => <EmailLink email={person.email} />,
  },
  actions,
]

/** The only column that fits beside the actions. It shows the other columns below the name. */
export const narrowColumns: Column<StaffRow>[] = [
  { ...name, kind: 'rest', render: (row) => <Everything {...row} /> },
  actions,
]

export const sortKeys = columns.filter(({ sortable }) => sortable).map(({ key }) => key)

function Name({ person, isMe, state }: StaffRow) {
  const avatar = <Avatar name={person.fullName} colour={person.color} />
  if (isInvitee(person)) {
    return <LeadCell start={avatar} text="Invite pending" muted below={state} />
  }
  return <LeadCell start={avatar} text={person.fullName} aside={isMe && <Tag>You</Tag>} below={state} />
}

/** An invitee has no name, so the email address is shown instead. */
function Everything({ person, isMe, state }: StaffRow) {
  return (
    <LeadCell
      start={<Avatar name={person.fullName} colour={person.color} />}
      text={nameOf(person)}
      below={
        <div className={styles.facts}>
          <RoleBadge role={person.role} />
          {isMe && <Tag>You</Tag>}
          {isInvitee(person) ? <span>Invite pending</span> : <EmailLink email={person.email} />}
          {state && <div className={styles.state}>{state}</div>}
        </div>
      }
    />
  )
}
