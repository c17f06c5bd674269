import { type AuditActionGroup, findAuditAction } from '@health-console/contract/audit-actions.ts'
import type { AuditEvent } from '@health-console/contract/audit.ts'
import { BanIcon, ChevronDownIcon, ChevronUpIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatTime } from '../../lib/dates.ts'
import type { Column } from '../../table/column.ts'
import { rowLinkClass } from '../../table/scroll-table.tsx'
import { Badge, Tag } from '../../ui/values/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './columns.module.css'
import { type LogLine, subjectsOf } from './fold.ts'
import { iconOfGroup } from './group-icons.ts'
import { describeLine, nameOfActor } from './phrases.ts'
import { Subjects } from './subject-link.tsx'

/** Below these widths "From" is left to the details, and the columns do not fit side by side. */
export const widthsPx = { withAddress: 900, narrow: 640 }

type LogColumns = {
  openId: string | null
  onToggle: (line: LogLine) => void
  /** In the head row. */
  newer: ReactNode
}

/** The columns by the width of the table. */
export function logColumns(props: LogColumns) {
  const at: Column<LogLine> = {
    key: 'at',
    label: 'Time',
    note: 'UTC',
    kind: 'figures',
    render: (line) => <Time line={line} {...props} />,
  }
  const what: Column<LogLine> = {
    key: 'what',
    label: 'What happened',
    kind: 'rest',
    note: props.newer,
    render: (line) => <What line={line} />,
  }
  const about: Column<LogLine> = {
    key: 'about',
    label: 'About',
    maxWidth: '20rem',
    render: (line) => subjectsOf(line).length > 0 && <Subjects subjects={subjectsOf(line)} />,
  }
  const from: Column<LogLine> = {
    key: 'from',
    label: 'From',
    kind: 'figures',
    render: ({ entries: [{ address }] }) => address,
  }
  const more: Column<LogLine> = {
    key: 'more',
    label: 'Details',
    hidesLabel: true,
    render: ({ id }) => (
      <Icon icon={id === props.openId ? ChevronUpIcon : ChevronDownIcon} className={`${styles.chevron} screen-only`} />
    ),
  }
  const lead: Column<LogLine> = {
    ...what,
    // the width is the button's
    hidesLabel: true,
    render: (line) => (
      <>
        <What line={line} />
        {subjectsOf(line).length > 0 && (
          <span className={`stamp ${styles.about}`}>
            <Subjects subjects={subjectsOf(line)} />
          </span>
        )}
      </>
    ),
  }
  return { wide: [at, what, about, from, more], medium: [at, what, about, more], narrow: [at, lead, more] }
}

/** The button of the row, with an icon for what was done. */
function Time({ line, openId, onToggle }: { line: LogLine } & LogColumns) {
  const [newest] = line.entries
  const isOpen = line.id === openId
  const { act } = describeLine(line)
  return (
    <span className={styles.time}>
      <button
        type="button"
        className={`${rowLinkClass} ${styles.button}`}
        aria-expanded={isOpen}
        aria-label={`${formatTime(newest.at)}, ${nameOfActor(newest.actor)} ${act}${newest.outcome === 'ok' ? '' : `, ${newest.outcome}`}`}
        onClick={() => onToggle(line)}
      >
        {formatTime(newest.at)}
      </button>
      <Icon
        icon={newest.outcome === 'ok' ? iconOfGroup(newest.group) : BanIcon}
        stroke={isHeavy(newest) ? 2.25 : 1.75}
        className={isHeavy(newest) ? styles.heavyIcon : undefined}
      />
    </span>
  )
}

function What({ line }: { line: LogLine }) {
  const [newest] = line.entries
  const { act, amount } = describeLine(line)
  return (
    <span className={styles.what}>
      <b>{nameOfActor(newest.actor)}</b>
      {newest.actor.hasLeft && (
        <>
          {' '}
          <Tag>Left</Tag>
        </>
      )}{' '}
      <span className={isHeavy(newest) ? styles.heavy : undefined}>{act}</span>
      {amount && <span className="muted">{line.entries.length > 1 ? `, ${amount}` : ` · ${amount}`}</span>}{' '}
      <OutcomeBadge outcome={newest.outcome} />
    </span>
  )
}

const heavyGroups: ReadonlySet<AuditEvent['group']> = new Set<AuditActionGroup>([
  'downloadReports',
  'downloadPatients',
  'downloadFiles',
  'exportRecord',
  'importPatients',
])

/** What takes data away, or replaces it. */
const isHeavy = ({ action, group, outcome }: AuditEvent) =>
  outcome === 'ok' && heavyGroups.has(group) && !findAuditAction(action)?.changesNothing

export function OutcomeBadge({ outcome }: Pick<AuditEvent, 'outcome'>) {
  if (outcome === 'ok') return null
  return outcome === 'denied' ? <Badge colour="yellow" label="Denied" /> : <Badge colour="red" label="Failed" />
}
