import { shownEmail } from '../../lib/shown-email.ts'
import type { ServiceAccount } from '@health-console/contract/service-accounts.ts'
import { KeyRoundIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { formatDate, formatTime } from '../../lib/dates.ts'
import type { Column } from '../../table/column.ts'
import { LeadCell } from '../../table/lead-cell.tsx'
import { Avatar } from '../../ui/values/avatar.tsx'
import { Badge } from '../../ui/values/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import { Data } from '../../ui/values/data.tsx'
import styles from './columns.module.css'
import { endOf, lastUseOf, shortToken, workingTokens } from './tokens.ts'

type AccountRow = {
  id: string
  account: ServiceAccount
  /** When the list was fetched. */
  atMs: number
  actions: ReactNode
}

/** Below this width, the columns would not fit side by side. */
export const narrowBelowPx = 1040

const name: Column<AccountRow> = {
  key: 'name',
  label: 'Name',
  kind: 'paragraph',
  minWidth: '11.5rem',
  value: ({ account }) => account.name,
  render: ({ account, atMs }) => (
    <LeadCell start={<Icon icon={KeyRoundIcon} size={18} />} text={account.name} below={tokensIn(account, atMs)} />
  ),
}

const actions: Column<AccountRow> = {
  key: 'action',
  label: 'Action',
  kind: 'actions',
  render: (row) => row.actions,
}

export const columns: Column<AccountRow>[] = [
  name,
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
  {
    key: 'networks',
    label: 'Networks',
    kind: 'figures',
    render: ({ account }) =>
      account.networks.length > 0 ? <Lines texts={account.networks} /> : <span className="muted">any</span>,
  },
  { key: 'lastUse', label: 'Last use', kind: 'figures', render: ({ account }) => <LastUse account={account} /> },
  { key: 'expiry', label: 'Expiry', kind: 'figures', render: (row) => <Expiry {...row} /> },
  actions,
]

/** The only column that fits beside the actions. It shows the other columns below the name. */
export const narrowColumns: Column<AccountRow>[] = [
  { ...name, kind: 'rest', minWidth: '0', render: (row) => <Everything {...row} /> },
  actions,
]

function Everything({ account, atMs }: AccountRow) {
  return (
    <LeadCell
      start={<Icon icon={KeyRoundIcon} size={18} />}
      text={account.name}
      below={
        <div className={styles.facts}>
          <span>{tokensIn(account, atMs)}</span>
          <span>{account.scopes.join(', ')}</span>
          <span>{account.networks.length > 0 ? `from ${account.networks.join(', ')}` : 'from any network'}</span>
          <Owner account={account} />
          <span>
            {lastUseOf(account) ? 'Last use' : 'Token'} <LastUse account={account} />
          </span>
          <span>
            Expiry <Expiry account={account} atMs={atMs} />
          </span>
        </div>
      }
    />
  )
}

/** The active tokens, or otherwise what is missing. */
function tokensIn(account: ServiceAccount, atMs: number): string {
  const working = workingTokens(account, atMs).map(({ id }) => shortToken(id))
  return working.join(' and ') || (account.tokens[0] ? shortToken(account.tokens[0].id) : 'No token yet')
}

function Owner({ account: { owner, endsAt } }: { account: ServiceAccount }) {
  return (
    <span className={styles.owner}>
      <span title={shownEmail(owner.email)}>
        <Data>{owner.fullName}</Data>
      </span>
      {endsAt !== null && <Badge colour="yellow" label="Owner has no access" />}
    </span>
  )
}

function LastUse({ account }: { account: ServiceAccount }) {
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

function Expiry({ account, atMs }: Pick<AccountRow, 'account' | 'atMs'>) {
  const end = endOf(account, atMs)
  if (!end) return <span className="none">-</span>
  return (
    <>
      <Timestamp time={end.at}>{formatDate(end.at)}</Timestamp>{' '}
      <span className={classNames(styles.sub, styles[end.urgency])}>{end.words}</span>
    </>
  )
}

const Lines = ({ texts }: { texts: string[] }) => (
  <span className={styles.lines}>
    {texts.map((text) => (
      <span key={text}>{text}</span>
    ))}
  </span>
)
