import { Link } from '@tanstack/react-router'
import { FilterIcon } from 'lucide-react'
import { formatTime } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { noFilters } from './audit-state.ts'
import { isHeavy, OutcomeBadge } from './columns.tsx'
import { unsaidSubjectsOf } from './fold-entries.ts'
import { iconOfGroup } from './group-icons.ts'
import { describeLine, describeWithUser, kindOfActor } from './phrases.ts'
import { SubjectLink, Subjects } from './subject-link.tsx'
import { describeRepeated, type Step, stepsOf, type Visit } from './visits.ts'
import styles from './visit-details.module.css'

/** The entries of an opened visit, newest first. */
export function VisitDetails({ visit }: { visit: Visit }) {
  const [{ actor }] = visit.entries
  return (
    <div className={styles.details}>
      <ol>
        {stepsOf(visit).map((step) => (
          <StepRow key={step.line.id} step={step} time={formatTime(step.line.entries[0].at)} />
        ))}
      </ol>
      {actor.kind === 'staff' && actor.id && (
        <Link
          className={`${buttonClass({ size: 'small', quiet: true })} ${styles.only}`}
          to="/audit"
          search={{ ...noFilters, actor: actor.id }}
          preload={false}
        >
          <Icon icon={FilterIcon} />
          Only this {kindOfActor(actor)}
        </Link>
      )}
    </div>
  )
}

/** One thing that an admin did. */
export function StepRow({ step, time }: { step: Step; time: string | null }) {
  const { line } = step
  return (
    <li className={styles.step}>
      <time dateTime={line.entries[0].at}>{time}</time>
      <Icon icon={iconOfGroup(line.main.group)} className={styles.icon} />
      <StepWords {...step} />
    </li>
  )
}

function StepWords(step: Step) {
  const { line } = step
  const { main } = line
  const { act, amount } = describeRepeated(step) ?? describeLine(line)
  const subjects = step.times > 1 ? [] : unsaidSubjectsOf(line)
  const reason = step.times > 1 ? undefined : line.main.statedReason
  const user = main.outcome === 'ok' ? subjects.find(({ kind }) => kind === 'user') : undefined
  const sentence = user && describeWithUser(line)
  const others = sentence ? subjects.filter((each) => each !== user) : subjects
  return (
    <span className={styles.words}>
      <span className={isHeavy(main) || main.how === 'view' ? styles.strong : undefined}>
        {sentence ?? act.charAt(0).toUpperCase() + act.slice(1)}
      </span>
      {sentence && (
        <>
          {' '}
          <SubjectLink subject={user} isInRow quiet={false} />
        </>
      )}
      {others.length > 0 && (
        <>
          <span> · </span>
          <Subjects subjects={others} />
        </>
      )}
      {amount && <span className="muted">{` · ${amount}`}</span>}
      {reason !== undefined && <span className="muted">{` · Reason: “${isolate(reason)}”`}</span>}{' '}
      <OutcomeBadge {...main} />
    </span>
  )
}
