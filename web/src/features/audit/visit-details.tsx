import { Link } from '@tanstack/react-router'
import { FilterIcon } from 'lucide-react'
import { formatTime } from '../../lib/dates.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { noFilters } from './audit-state.ts'
import { isHeavy, OutcomeBadge } from './columns.tsx'
import { unsaidSubjectsOf } from './fold.ts'
import { iconOfGroup } from './group-icons.ts'
import { describeLine } from './phrases.ts'
import { Subjects } from './subject-link.tsx'
import { describeRepeated, type Step, stepsOf, type Visit } from './visits.ts'
import styles from './visit-details.module.css'

/** The entries of an opened visit, newest first. */
export function VisitDetails({ visit }: { visit: Visit }) {
  const [{ actor }] = visit.entries
  return (
    <div className={styles.details}>
      <ol>
        {stepsOf(visit).map((step) => (
          <li key={step.line.id} className={styles.step}>
            <time dateTime={step.line.entries[0].at}>{formatTime(step.line.entries[0].at)}</time>
            <Icon icon={iconOfGroup(step.line.main.group)} className={styles.icon} />
            <StepWords {...step} />
          </li>
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
          Only this admin
        </Link>
      )}
    </div>
  )
}

function StepWords(step: Step) {
  const { line } = step
  const { act, amount } = describeRepeated(step) ?? describeLine(line)
  const subjects = step.times > 1 ? [] : unsaidSubjectsOf(line)
  return (
    <span className={styles.words}>
      <span className={isHeavy(line.main) || line.main.how === 'view' ? styles.strong : undefined}>
        {act.charAt(0).toUpperCase() + act.slice(1)}
      </span>
      {subjects.length > 0 && (
        <>
          <span> · </span>
          <Subjects subjects={subjects} />
        </>
      )}
      {amount && <span className="muted">{` · ${amount}`}</span>} <OutcomeBadge {...line.main} />
    </span>
  )
}
