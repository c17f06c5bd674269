import {
  type EndUser,
  type UserField,
  userFieldNames,
  userFields,
  userSortKeys,
} from '@health-console/contract/users.ts'
import { Link, useRouter } from '@tanstack/react-router'
import { formatDate } from '../../lib/dates.ts'
import type { Column } from '../../table/column.ts'
import { rowLinkClass } from '../../table/scroll-table.tsx'
import { EmailLink } from '../../ui/values/email-link.tsx'

/**
 * The widths do not depend on the values, so that no column moves on another page or in another order. On a phone they
 * leave room for both names beside the member ID.
 */
const nameWidth = { minWidth: 'min(12rem, 25vw)', maxWidth: '12rem' }

/** The column of each field, in the order of the list. */
const columnOf: Record<UserField, Omit<Column<EndUser>, 'key' | 'label'>> = {
  memberId: {
    kind: 'id',
    minWidth: 'min(11rem, 30vw)',
    maxWidth: '23rem',
    value: (user) => user.memberId || user.id,
    copies: userFields.memberId.noun,
    render: (user) => <UserLink user={user} />,
  },
  firstName: { kind: 'name', ...nameWidth },
  lastName: { kind: 'name', ...nameWidth },
  dateOfBirth: { kind: 'figures', minWidth: '11rem', value: (user) => formatDate(user.dateOfBirth) },
  email: {
    kind: 'rest',
    minWidth: '14rem',
    maxWidth: '0',
    copies: userFields.email.noun,
    render: (user) => user.email && <EmailLink email={user.email} />,
  },
}

const sortable: readonly string[] = userSortKeys

export const columns: Column<EndUser>[] = userFieldNames.map((key) => ({
  key,
  label: userFields[key].label,
  sortable: sortable.includes(key),
  ...columnOf[key],
}))

/**
 * Only the code of the page behind a row is prefetched, not its data. Reading a user's reports is logged, and hovering
 * over a row is not reading.
 */
function UserLink({ user }: { user: EndUser }) {
  const router = useRouter()
  const fetchCode = () => void router.loadRouteChunk(router.routesByPath['/user/$userId'])
  return (
    <Link
      className={rowLinkClass}
      to="/user/$userId"
      params={{ userId: user.id }}
      preload={false}
      onMouseEnter={fetchCode}
      onFocus={fetchCode}
    >
      {user.memberId || user.id}
    </Link>
  )
}
