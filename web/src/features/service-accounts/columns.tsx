import { shownEmail } from '../../lib/shown-email.ts'
import type { ServiceAccount } from '@health-console/contract/staff/service-accounts.ts'
import { KeyRoundIcon } from 'lucide-react'
import { Fragment } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import type { Column } from '../../table/column.ts'
import { LeadCell } from '../../table/lead-cell.tsx'
import { rowLinkClass } from '../../table/scroll-table.tsx'
import { Avatar } from '../../ui/values/avatar.tsx'
import { Badge } from '../../ui/values/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import { Data } from '../../ui/values/data.tsx'
import { AccountActions } from './account-actions.tsx'
import styles from './columns.module.css'
import { endOf, lastUseOf, shortToken, workingTokens } from './tokens.ts'

type AccountRow = {
  id: string
  account: ServiceAccount
  /** When the list was fetched. */
  atMs: number
  onOpen: () => void
  onRotate: () => void
}

/** Below this width, the columns would not fit side by side. */
export const narrowBelowPx = 1040

export const columns: Column<AccountRow>[] = [
  {
    key: 'name',
    label: 'Name',
    kind: 'paragraph',
    minWidth: '11.5rem',
    value: ({ account }) => account.name,
    render: ({ account, atMs }) => (
      <LeadCell
        start={<Icon icon={KeyRoundIcon} size={18} />}
        text={account.name}
        below={<Tokens account={account} atMs={atMs} />}
      />
    ),
    narrow: (row) => <NarrowAccount {...row} />,
  },
  { key: 'scopes', label: 'Scopes', render: ({ account }) => <Lines texts={account.scopes} /> },
  {
    key: 'owner',
    label: 'Owner',
    kind: 'paragraph',
    render: ({ account }) => (
      <span className={styles.who}>
        <Avatar name={account.owner.fullName} colour={account.owner.color} size="small" />
        <Owner account={account} />
      </span>
    ),
  },
  { key: 'networks', label: 'Networks', kind: 'figures', render: ({ account }) => <Networks account={account} /> },
  { key: 'lastUse', label: 'Last use', kind: 'figures', render: ({ account }) => <LastUse account={account} /> },
  { key: 'expiry', label: 'Expiry', kind: 'figures', render: (row) => <Expiry {...row} /> },
  {
    key: 'action',
    label: 'Action',
    kind: 'actions',
    render: ({ account, onRotate }) => <AccountActions account={account} onRotate={onRotate} />,
  },
]

/** The row opens everything else in a dialog. */
function NarrowAccount({ account, atMs, onOpen }: AccountRow) {
  const name = isolate(account.name)
  const end = endOf(account, atMs)
  return (
    <LeadCell
      text={name}
      opener={
        <button type="button" className={rowLinkClass} onClick={onOpen}>
          <Data>{name}</Data>
        </button>
      }
      aside={<OwnerBadge account={account} />}
      below={
        <>
          <Tokens account={account} atMs={atMs} />
          {end && (
            <>
              {' · '}
              <span className={styles[end.urgency]}>{end.sentence}</span>
            </>
          )}
          <span className={styles.more}>
            {' · '}
            {account.scopes.join(', ')} · <Data>{account.owner.fullName}</Data> · <LastUse account={account} />
          </span>
        </>
      }
    />
  )
}

/** The active tokens, or otherwise the last one. */
export function Tokens({ account, atMs }: { account: ServiceAccount; atMs: number }) {
  const working = workingTokens(account, atMs)
  const shown = working.length > 0 ? working : account.tokens.slice(0, 1)
  if (shown.length === 0) return 'No token yet'
  return shown.map(({ id }, index) => (
    <Fragment key={id}>
      {index > 0 && ' and '}
      <code>{shortToken(id)}</code>
    </Fragment>
  ))
}

export function Owner({ account }: { account: ServiceAccount }) {
  const { owner } = account
  return (
    <span className={styles.owner}>
      <span title={shownEmail(owner.email)}>
        <Data>{owner.fullName}</Data>
      </span>
      <OwnerBadge account={account} />
    </span>
  )
}

const OwnerBadge = ({ account }: { account: ServiceAccount }) =>
  account.endsAt !== null && <Badge colour="yellow" label="Owner has no access" />

export function Networks({ account: { networks } }: { account: ServiceAccount }) {
  return networks.length > 0 ? <Lines texts={networks} /> : <span className="muted">any</span>
}

export function LastUse({ account }: { account: ServiceAccount }) {
  const use = lastUseOf(account)
  if (!use) return <span className={styles.sub}>never used</span>
  return (
    <>
      <Timestamp time={use.at}>{formatDate(use.at)}</Timestamp>{' '}
      <span className={styles.sub}>
        {formatTime(use.at)} from {use.address}
      </span>
    </>
  )
}

export function Expiry({ account, atMs }: Pick<AccountRow, 'account' | 'atMs'>) {
  const end = endOf(account, atMs)
  if (!end) return <span className="none">-</span>
  return (
    <>
      <Timestamp time={end.at}>{formatDate(end.at)}</Timestamp>{' '}
      <span className={classNames(styles.sub, styles[end.urgency])}>{end.words}</span>
    </>
  )
}

export const Lines = ({ texts }: { texts: string[] }) => (
  <span className={styles.lines}>
    {texts.map((text) => (
      <span key={text}>{text}</span>
    ))}
  </span>
)
