import type { ReactNode } from 'react'
import type { Column } from '../../table/column.ts'
import { LeadCell } from '../../table/lead-cell.tsx'
import { Avatar } from '../../ui/values/avatar.tsx'
import { Tag } from '../../ui/values/badge.tsx'
import { EmailLink } from '../../ui/values/email-link.tsx'
import { RoleBadge } from '../../ui/values/role-badge.tsx'
import styles from './columns.module.css'
import { isInvitee, nameOf, type StaffEntry } from './staff-entry.ts'

type StaffRow = {
  id: string
  entry: StaffEntry
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
  value: ({ entry }) => entry.fullName,
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
    value: ({ entry }) => entry.role,
    render: ({ entry }) => <RoleBadge role={entry.role} />,
  },
  {
    key: 'email',
    label: 'Email',
    sortable: true,
    maxWidth: emailWidth,
    value: ({ entry }) => entry.email,
    render: ({ entry }) => <EmailLink email={entry.email} />,
  },
  actions,
]

/** The only column that fits beside the actions. It shows the other columns below the name. */
export const narrowColumns: Column<StaffRow>[] = [
  { ...name, kind: 'rest', render: (row) => <Everything {...row} /> },
  actions,
]

export const sortKeys = columns.filter(({ sortable }) => sortable).map(({ key }) => key)

function Name({ entry, isMe, state }: StaffRow) {
  const avatar = <Avatar name={entry.fullName} colour={entry.color} />
  if (isInvitee(entry)) {
    return <LeadCell start={avatar} text="Invite pending" muted below={state} />
  }
  return <LeadCell start={avatar} text={entry.fullName} aside={isMe && <Tag>You</Tag>} below={state} />
}

/** An invitee has no name, so the email address is shown instead. */
function Everything({ entry, isMe, state }: StaffRow) {
  return (
    <LeadCell
      start={<Avatar name={entry.fullName} colour={entry.color} />}
      text={nameOf(entry)}
      below={
        <div className={styles.facts}>
          <RoleBadge role={entry.role} />
          {isMe && <Tag>You</Tag>}
          {isInvitee(entry) ? <span>Invite pending</span> : <EmailLink email={entry.email} />}
          {state && <div className={styles.state}>{state}</div>}
        </div>
      }
    />
  )
}
