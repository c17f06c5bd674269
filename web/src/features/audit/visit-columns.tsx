import { CircleHelpIcon, ServerIcon, TerminalIcon } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { formatTime } from '../../lib/dates.ts'
import type { Column } from '../../table/column.ts'
import { Icon } from '../../ui/icon.tsx'
import { Avatar } from '../../ui/values/avatar.tsx'
import { Tag } from '../../ui/values/badge.tsx'
import { OutcomeBadge } from './columns.tsx'
import { nameOfActor } from './phrases.ts'
import { detailsColumn, RowOpener } from './row-opener.tsx'
import { beginOf, describeVisit, type Visit } from './visits.ts'
import styles from './visit-columns.module.css'

/** The details below a row are aligned with the first three columns. */
export const widths = { time: '8rem', who: '2.5rem', from: '9rem', more: '2rem' }

type VisitColumns = {
  /** The ID of the signed-in admin. */
  ownId: string | undefined
  openId: string | null
  onToggle: (visit: Visit) => void
  /** Shown in the header row. */
  newer: ReactNode
}

/** The columns for the width of the table. */
export function visitColumns(props: VisitColumns) {
  const at: Column<Visit> = {
    key: 'at',
    label: 'Time',
    kind: 'figures',
    minWidth: widths.time,
    render: (visit) => <Opener visit={visit} {...props} />,
  }
  const who: Column<Visit> = {
    key: 'who',
    label: 'Avatar',
    hidesLabel: true,
    headingClass: styles.avatarHeading,
    minWidth: widths.who,
    render: ({ entries: [{ actor }] }) => <ActorAvatar actor={actor} />,
  }
  const what: Column<Visit> = {
    key: 'what',
    label: 'Who and what',
    kind: 'rest',
    note: props.newer,
    render: (visit) => <What visit={visit} {...props} />,
  }
  const from: Column<Visit> = {
    key: 'from',
    label: 'IP address',
    kind: 'figures',
    minWidth: widths.from,
    render: ({ entries: [{ address }] }) => <span className={styles.from}>{address}</span>,
  }
  const more = detailsColumn<Visit>(props.openId, { minWidth: widths.more, className: styles.chevron })
  const lead: Column<Visit> = {
    ...what,
    render: (visit) => (
      <>
        <What visit={visit} {...props} />
        <Opener visit={visit} {...props} />
      </>
    ),
  }
  return { wide: [at, who, what, from, more], medium: [at, who, what, more], narrow: [who, lead, more] }
}

function ActorAvatar({ actor: { kind, name, color } }: Pick<Visit['entries'][0], 'actor'>) {
  if (kind === 'staff') {
    return (
      <span className={styles.avatar}>
        <Avatar name={name ?? '?'} colour={color ?? 'chalk-graphite'} size="small" />
      </span>
    )
  }
  const icon = { operator: TerminalIcon, server: ServerIcon, nobody: CircleHelpIcon }[kind]
  return (
    <span className={styles.avatar}>
      <Icon icon={icon} />
    </span>
  )
}

/** The button of the row: the first and the last time of the visit. */
function Opener({ visit, openId, onToggle }: { visit: Visit } & VisitColumns) {
  const [{ at, actor }] = visit.entries
  const [from, to] = [formatTime(beginOf(visit)), formatTime(at)]
  const span = from === to ? to : `${from} – ${to}`
  return (
    <RowOpener
      isOpen={visit.id === openId}
      name={`${span}, ${nameOfActor(actor)}`}
      className={styles.button}
      onClick={() => onToggle(visit)}
    >
      {span}
    </RowOpener>
  )
}

function What({ visit, ownId }: { visit: Visit } & VisitColumns) {
  const [{ actor }] = visit.entries
  const rejected = (['denied', 'failed'] as const).flatMap(
    (outcome) => visit.entries.find((entry) => entry.outcome === outcome) ?? [],
  )
  return (
    <div className={styles.what}>
      <p className={styles.who}>
        <b translate="no">{nameOfActor(actor)}</b>
        {actor.hasLeft && <Tag>Former</Tag>}
        {actor.id !== null && actor.id === ownId && <Tag>You</Tag>}
        {rejected.map((entry) => (
          <OutcomeBadge key={entry.outcome} {...entry} />
        ))}
      </p>
      <p className={styles.sentence}>
        {describeVisit(visit).map(({ strong, rest }, index) => (
          <Fragment key={`${strong}${rest}`}>
            <span>{index > 0 && ' · '}</span>
            {strong && <b>{index === 0 ? capitalize(strong) : strong}</b>}
            <span>{index === 0 && !strong ? capitalize(rest) : rest}</span>
          </Fragment>
        ))}
        {visit.mayGoOn && <span> · may have begun on the next page</span>}
      </p>
    </div>
  )
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
