import type { ReactNode } from 'react'
import type { Column } from '../../table/column.ts'
import { LeadCell } from '../../table/lead-cell.tsx'
import { Avatar } from '../../ui/values/avatar.tsx'
import { Tag } from '../../ui/values/badge.tsx'
import { EmailLink } from '../../ui/values/email-link.tsx'
import { RoleBadge, roleName } from '../../ui/values/role-badge.tsx'
import { InvitationState } from '../invitations/invitee-cells.tsx'
import { LastSignIn } from './last-sign-in.tsx'
import { isInvitee, nameOf, type StaffEntry } from './staff-entry.ts'

type StaffRow = {
  id: string
  entry: StaffEntry
  isMe: boolean
  /** When the list was fetched. */
  atMs: number
  actions: (isNarrow: boolean) => ReactNode
}

/**
 * The column is at most 340 px wide, and narrower when the other columns need the space, because a pinned column would
 * cover them.
 */
const emailWidth = 'min(340px, 100cqi - 720px)'

/** Below this width there would be too little space for an email address. */
export const narrowBelowPx = 900

export const columns: Column<StaffRow>[] = [
  {
    key: 'name',
    label: 'Name',
    kind: 'rest',
    sortable: true,
    value: ({ entry }) => entry.fullName,
    render: (row) => <Name {...row} />,
    narrow: (row) => <NarrowName {...row} />,
  },
  {
    key: 'role',
    label: 'Role',
    sortable: true,
    minWidth: '8rem',
    value: ({ entry }) => entry.role,
    render: ({ entry }) => <RoleBadge role={entry.role} />,
  },
  {
    key: 'email',
    label: 'Email',
    sortable: true,
    minWidth: emailWidth,
    maxWidth: emailWidth,
    value: ({ entry }) => entry.email,
    render: ({ entry }) => <EmailLink email={entry.email} />,
  },
  {
    key: 'action',
    label: 'Action',
    kind: 'actions',
    // The buttons of a touch screen are further apart.
    minWidth: '16.25rem',
    render: ({ actions }) => actions(false),
    narrow: ({ actions }) => actions(true),
  },
]

export const sortKeys = columns.filter(({ sortable }) => sortable).map(({ key }) => key)

function Name(row: StaffRow) {
  const { entry, isMe } = row
  const avatar = <Avatar name={entry.fullName} colour={entry.color} />
  const state = <State {...row} />
  if (isInvitee(entry)) return <LeadCell start={avatar} text="Invite pending" muted below={state} />
  return <LeadCell start={avatar} text={entry.fullName} aside={isMe && <Tag>You</Tag>} below={state} />
}

/** An invitee has no name, so the email address is shown instead. */
function NarrowName(row: StaffRow) {
  const { entry, isMe } = row
  return (
    <LeadCell
      start={<Avatar name={entry.fullName} colour={entry.color} />}
      text={nameOf(entry)}
      aside={isMe && <Tag>You</Tag>}
      below={
        <>
          {roleName(entry.role)}
          <State {...row} isInLine />
        </>
      }
    />
  )
}

/** The last sign-in, or the state of the invitation. Only super admins see the former. */
function State({ entry, atMs, isInLine = false }: StaffRow & { isInLine?: boolean }) {
  if (!isInvitee(entry) && entry.lastSignInAt === undefined) return null
  return (
    <>
      {isInLine && ' · '}
      {isInvitee(entry) ? (
        <InvitationState invitee={entry} atMs={atMs} isInLine={isInLine} />
      ) : (
        <LastSignIn at={entry.lastSignInAt ?? null} nowMs={atMs} isInLine={isInLine} />
      )}
    </>
  )
}
