import { type AuditActionGroup, findAuditAction } from '@health-console/contract/audit/actions.ts'
import type { AuditEvent } from '@health-console/contract/audit/events.ts'
import { BanIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatTime } from '../../lib/dates.ts'
import type { Column } from '../../table/column.ts'
import { Badge, Tag } from '../../ui/values/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './columns.module.css'
import { type LogLine, unsaidSubjectsOf } from './fold-entries.ts'
import { iconOfGroup } from './group-icons.ts'
import { describeLine, nameOfActor } from './phrases.ts'
import { detailsColumn, RowOpener } from './row-opener.tsx'
import { Subjects } from './subject-link.tsx'

/** Those of the contents, so that the headings stay when the rows arrive. */
const widths = { time: '5.75rem', from: '7.8125rem', more: '3.5rem' }

/**
 * Below these widths, "From" is shown only in the details, and "About" is part of the sentence, which then gets lines
 * of its own.
 */
export const widthsPx = { withAbout: 900, narrow: 640 }

type LogColumns = {
  openId: string | null
  onToggle: (line: LogLine) => void
  /** Shown in the header row. */
  newer: ReactNode
}

/** The columns for the width of the table. */
export function logColumns(props: LogColumns) {
  const at: Column<LogLine> = {
    key: 'at',
    label: 'Time',
    note: 'UTC',
    kind: 'figures',
    minWidth: widths.time,
    render: (line) => <Time line={line} {...props} />,
  }
  const what: Column<LogLine> = {
    key: 'what',
    label: 'What happened',
    kind: 'rest',
    note: props.newer,
    render: (line) => <What line={line} />,
  }
  const whatAndAbout: Column<LogLine> = { ...what, render: (line) => <What line={line} hasSubjects /> }
  const about: Column<LogLine> = {
    key: 'about',
    label: 'About',
    minWidth: '20rem',
    maxWidth: '20rem',
    // Often the sentence already says everything, so the value is not missing.
    render: (line) => <Subjects subjects={unsaidSubjectsOf(line)} />,
  }
  const from: Column<LogLine> = {
    key: 'from',
    label: 'IP address',
    kind: 'figures',
    minWidth: widths.from,
    render: ({ entries: [{ address }] }) => address,
  }
  const more = detailsColumn<LogLine>(props.openId, { minWidth: widths.more, className: styles.chevron })
  const lead: Column<LogLine> = {
    ...what,
    // The column is as wide as the button.
    hidesLabel: true,
    render: (line) => (
      <>
        <What line={line} />
        {unsaidSubjectsOf(line).length > 0 && (
          <span className={`stamp ${styles.about}`}>
            <Subjects subjects={unsaidSubjectsOf(line)} />
          </span>
        )}
      </>
    ),
  }
  return { wide: [at, what, about, from, more], medium: [at, whatAndAbout, more], narrow: [at, lead, more] }
}

/** The button of the row, with an icon for the action. */
function Time({ line, openId, onToggle }: { line: LogLine } & LogColumns) {
  const [newest] = line.entries
  const { main } = line
  const { act } = describeLine(line)
  return (
    <span className={styles.time}>
      <RowOpener
        isOpen={line.id === openId}
        name={`${formatTime(newest.at)}, ${nameOfActor(main.actor)} ${act}${main.outcome === 'ok' ? '' : `, ${main.outcome}`}`}
        className={styles.button}
        onClick={() => onToggle(line)}
      >
        {formatTime(newest.at)}
      </RowOpener>
      <Icon
        icon={main.outcome === 'ok' ? iconOfGroup(main.group) : BanIcon}
        stroke={isHeavy(main) ? 2.25 : 1.75}
        className={isHeavy(main) ? styles.heavyIcon : undefined}
      />
    </span>
  )
}

function What({ line, hasSubjects = false }: { line: LogLine; hasSubjects?: boolean }) {
  const { main } = line
  const { act, amount } = describeLine(line)
  const subjects = hasSubjects ? unsaidSubjectsOf(line) : []
  return (
    <span className={styles.what}>
      <b translate="no">{nameOfActor(main.actor)}</b>
      {main.actor.hasLeft && (
        <>
          {' '}
          <Tag>Former</Tag>
        </>
      )}{' '}
      <span className={isHeavy(main) ? styles.heavy : undefined}>{act}</span>
      {subjects.length > 0 && (
        <span className="muted">
          <span> · </span>
          <Subjects subjects={subjects} />
        </span>
      )}
      {amount && <span className="muted" translate={line.isImport ? 'no' : undefined}>{` · ${amount}`}</span>}{' '}
      <OutcomeBadge {...main} />
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

/** Actions that delete or replace data. */
export const isHeavy = ({ action, group, outcome }: AuditEvent) =>
  outcome === 'ok' && heavyGroups.has(group) && !findAuditAction(action)?.changesNothing

/** A request that failed for a reason was rejected; without one it did not finish. */
export function OutcomeBadge({ outcome, reason }: Pick<AuditEvent, 'outcome' | 'reason'>) {
  if (outcome === 'ok') return null
  if (outcome === 'denied') return <Badge colour="yellow" label="Denied" />
  return reason === null ? <Badge colour="red" label="Failed" /> : <Badge colour="yellow" label="Rejected" />
}
