import type { AccessFinding } from '@health-console/contract/audit/unusual-access.ts'
import { formatDate, formatDayOfYear } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { formatCount } from '../../lib/numbers.ts'
import type { Column } from '../../table/column.ts'
import { Avatar } from '../../ui/values/avatar.tsx'
import { Badge, Tag } from '../../ui/values/badge.tsx'
import { describeFinding } from './describe-finding.ts'
import { detailsColumn, RowOpener } from '../audit/row-opener.tsx'
import { widths } from '../audit/visit-columns.tsx'
import styles from '../audit/visit-columns.module.css'

type FindingColumns = {
  openId: string | null
  onToggle: (finding: AccessFinding) => void
  /** Whether another super admin can answer findings about the caller. */
  hasOthers: boolean
}

/** The columns for the width of the table. */
export function findingColumns(props: FindingColumns) {
  const day: Column<AccessFinding> = {
    key: 'day',
    label: 'Day',
    kind: 'figures',
    minWidth: widths.time,
    render: (finding) => <Opener finding={finding} {...props} />,
  }
  const who: Column<AccessFinding> = {
    key: 'who',
    label: 'Avatar',
    hidesLabel: true,
    headingClass: styles.avatarHeading,
    minWidth: widths.who,
    render: ({ admin: { name, color } }) => (
      <span className={styles.avatar}>
        <Avatar name={name ?? '?'} colour={color ?? 'chalk-graphite'} size="small" />
      </span>
    ),
  }
  const what: Column<AccessFinding> = {
    key: 'what',
    label: 'Who and why',
    kind: 'rest',
    render: (finding) => <Why finding={finding} {...props} />,
  }
  const entries: Column<AccessFinding> = {
    key: 'entries',
    label: 'Entries',
    kind: 'number',
    minWidth: '5.5rem',
    render: (finding) => <span className={styles.from}>{formatCount(finding.entries)}</span>,
  }
  const more = detailsColumn<AccessFinding>(props.openId, { minWidth: widths.more, className: styles.chevron })
  const lead: Column<AccessFinding> = {
    ...what,
    render: (finding) => (
      <>
        <Why finding={finding} {...props} />
        <Opener finding={finding} hasAmount {...props} />
      </>
    ),
  }
  return { wide: [day, who, what, entries, more], narrow: [who, lead, more] }
}

const nameOf = ({ admin }: AccessFinding) => (admin.name === null ? 'A former admin' : isolate(admin.name))

type OpenerProps = FindingColumns & { finding: AccessFinding; hasAmount?: boolean }

function Opener({ finding, hasAmount = false, openId, onToggle }: OpenerProps) {
  const { day, entries } = finding
  const amount = hasAmount ? ` · ${formatCount(entries)} ${entries === 1 ? 'entry' : 'entries'}` : ''
  return (
    <RowOpener
      isOpen={finding.id === openId}
      name={`${formatDayOfYear(day)}${amount}, ${nameOf(finding)}`}
      title={formatDate(day) ?? undefined}
      className={styles.button}
      onClick={() => onToggle(finding)}
    >
      {formatDayOfYear(day)}
      {amount}
    </RowOpener>
  )
}

function Why({ finding, hasOthers }: { finding: AccessFinding } & FindingColumns) {
  const { admin, isOwn, answer } = finding
  return (
    <div className={styles.what}>
      <p className={styles.who}>
        <b translate="no">{nameOf(finding)}</b>
        {admin.hasLeft && <Tag>Former</Tag>}
        {isOwn && <Tag>You</Tag>}
        {isOwn && !answer && (
          <span className="muted">
            {hasOthers
              ? 'Another super admin can answer this'
              : 'You’re the only super admin, so no one can answer this'}
          </span>
        )}
        {answer && (
          <Badge
            colour={answer.kind === 'explained' ? 'grey' : 'yellow'}
            label={answer.kind === 'explained' ? 'Explained' : 'Follow up'}
          />
        )}
      </p>
      <p className={styles.sentence}>
        {describeFinding(finding).map(({ text, isStrong }, index) =>
          isStrong ? <b key={index}>{text}</b> : <span key={index}>{text}</span>,
        )}
      </p>
    </div>
  )
}
