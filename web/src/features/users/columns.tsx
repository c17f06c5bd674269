import {
  type EndUser,
  type UserField,
  userFieldNames,
  userFields,
  userSortKeys,
} from '@health-console/contract/users/users.ts'
import { Link, useRouter } from '@tanstack/react-router'
import { formatDate } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { nameOfId } from '../../lib/short-ids.ts'
import type { Column } from '../../table/column.ts'
import { LeadCell } from '../../table/lead-cell.tsx'
import { rowLinkClass } from '../../table/scroll-table.tsx'
import { EmailLink } from '../../ui/values/email-link.tsx'

/** Below this width, the email address would have no place. */
export const narrowBelowPx = 760

/** The widths do not depend on the values, so that no column moves on another page or in another order. */
const fixed = (width: string) => ({ minWidth: width, maxWidth: width })

/** A quarter of what the member ID and the date of birth leave; the email has two quarters. */
const aQuarter = '(100cqi - 19.25rem) / 4'

/** The column of each field, in the order of the list. */
const columnOf: Record<UserField, Omit<Column<EndUser>, 'key' | 'label'>> = {
  memberId: {
    kind: 'id',
    ...fixed('9.75rem'),
    copies: userFields.memberId.noun,
    render: (user) => <UserLink user={user}>{user.memberId || '-'}</UserLink>,
    narrow: (user) => <NarrowUser user={user} />,
  },
  firstName: { kind: 'name', ...fixed(`max(8rem, ${aQuarter})`) },
  lastName: { kind: 'name', ...fixed(`max(9rem, ${aQuarter})`) },
  dateOfBirth: { kind: 'figures', ...fixed('9.5rem'), value: (user) => formatDate(user.dateOfBirth) },
  email: {
    kind: 'rest',
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

function NarrowUser({ user }: { user: EndUser }) {
  const name = `${user.firstName} ${user.lastName}`.trim()
  const facts = [user.memberId, formatDate(user.dateOfBirth)].filter(Boolean)
  const shown = isolate(name || facts[0] || nameOfId(user.id))
  return <LeadCell text={shown} opener={<UserLink user={user}>{shown}</UserLink>} below={facts.join(' · ') || '-'} />
}

/**
 * Only the code of the page behind a row is prefetched, not its data. Reading a user's reports is logged, and hovering
 * over a row is not reading.
 */
function UserLink({ user, children }: { user: EndUser; children: string }) {
  const router = useRouter()
  const fetchCode = () => void router.loadRouteChunk(router.routesByPath['/user/$userId'])
  return (
    <Link
      className={rowLinkClass}
      to="/user/$userId"
      params={{ userId: user.id }}
      preload={false}
      // The row must have a name, even if the user has none.
      aria-label={children === '-' ? nameOfId(user.id) : undefined}
      onMouseEnter={fetchCode}
      onFocus={fetchCode}
    >
      {children}
    </Link>
  )
}
