import {
  auditActionGroups,
  type AuditOutcome,
  auditOutcomes,
  auditSubjectKinds,
} from '@health-console/contract/audit/actions.ts'
import { auditParts } from '@health-console/contract/audit/parts.ts'
import { toPlainInput } from '@health-console/contract/values/typed-text.ts'
import { useQuery } from '@tanstack/react-query'
import { RotateCcwIcon, SlidersHorizontalIcon } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { hasDays } from '../../lib/days.ts'
import { isolate } from '../../lib/isolate.ts'
import { shorten } from '../../lib/short-ids.ts'
import { fetchedLater } from '../../shell/fetched-later.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { DaysPlace } from '../../ui/dates/days-place.tsx'
import { FilterSelect } from '../../ui/fields/filter-select.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { nameOfKind } from './phrases.ts'
import { actorsQuery } from './queries.ts'
import styles from './audit-filters.module.css'
import { countFilters, hasFilters, noFilters, type AuditFilters, splitSubject } from './audit-state.ts'

// The date picker is fetched later, because it is a sixth of the page's code.
const DatePicker = fetchedLater(async () => (await import('../../ui/dates/date-picker.tsx')).DatePicker, 'section')

const groups = [
  { value: '', label: 'Anything' },
  { value: 'people', label: 'Personal data' },
  { value: 'changes', label: 'Changes' },
  ...Object.entries(auditActionGroups).map(([value, label]) => ({ value, label })),
]
const labels: Record<AuditOutcome, string> = { ok: 'Succeeded', denied: 'Denied', failed: 'Failed or rejected' }
const outcomes = [
  { value: '', label: 'Any' },
  ...auditOutcomes.map((value) => ({ value: value as string, label: labels[value] })),
]
const kinds = [
  { value: '', label: 'Anything' },
  ...auditSubjectKinds.map((value) => ({ value: value as string, label: nameOfKind(value) })),
]

type FiltersToggleProps = { barId: string; isOpen: boolean; filters: AuditFilters; onToggle: () => void }

/** The button that opens the filters in a narrow window. */
export function FiltersToggle({ barId, isOpen, filters, onToggle }: FiltersToggleProps) {
  const count = countFilters(filters)
  return (
    <Button
      className={styles.toggle ?? ''}
      startIcon={SlidersHorizontalIcon}
      aria-expanded={isOpen}
      aria-controls={barId}
      onClick={onToggle}
    >
      {count > 0 ? `Filters ${count}` : 'Filters'}
    </Button>
  )
}

type AuditFiltersBarProps = {
  id: string
  filters: AuditFilters
  onFilters: (filters: AuditFilters) => void
  /** Shown in narrow windows. Wider ones always show the filters. */
  isOpen: boolean
}

export function AuditFiltersBar({ id, filters, onFilters, isOpen }: AuditFiltersBarProps) {
  const { actor = '', group = '', subject, outcome = '', text, part, ...days } = filters
  const isFiltered = hasFilters(filters)
  const change = (changed: AuditFilters) => onFilters({ ...filters, ...changed })
  return (
    <div id={id} className={classNames(styles.bar, isOpen && styles.open)}>
      {/* It keeps its place while there is nothing to reset, so that it moves no filter. */}
      <div className={styles.reset}>
        {isFiltered && (
          <IconButton icon={RotateCcwIcon} label="Reset" onClick={() => onFilters({ ...noFilters, text })} />
        )}
      </div>
      <ActorFilter actor={actor} onChange={(chosen) => change({ actor: chosen || undefined })} />
      <FilterSelect
        label="Action"
        value={part ?? group}
        options={withUnknown(groups, group)}
        onChange={(chosen) => {
          const chosenPart = auditParts.find((each) => each === chosen)
          change({ group: chosenPart ? undefined : chosen || undefined, part: chosenPart })
        }}
      />
      {/* A subject that is set from outside replaces what was typed. */}
      <SubjectFilter key={subject} subject={subject} onChange={(chosen) => change({ subject: chosen })} />
      <FilterSelect
        label="Outcome"
        value={outcome}
        options={withUnknown(outcomes, outcome)}
        onChange={(chosen) => change({ outcome: chosen || undefined })}
      />
      <div className={classNames(styles.days, hasDays(days) && styles.chosenDays)}>
        <DaysPlace>
          <DatePicker label="Dates" days={days} onChange={(chosen) => change({ ...noDays, ...chosen })} />
        </DaysPlace>
      </div>
    </div>
  )
}

const noDays = { date: undefined, from: undefined, to: undefined }

/** Lists all staff, including those who have left. */
function ActorFilter({ actor, onChange }: { actor: string; onChange: (actor: string) => void }) {
  const { data } = useQuery(actorsQuery)
  const staff = (data?.data ?? []).map(({ id, name, hasLeft }) => ({
    value: id,
    label: hasLeft ? `${isolate(name)} (former)` : name,
  }))
  const options = [{ value: '', label: 'Anyone' }, ...staff]
  return <FilterSelect label="Who" value={actor} options={withUnknown(options, actor)} onChange={onChange} />
}

/** Chooses the kind of the subject first, and then its ID. */
function SubjectFilter({ subject, onChange }: { subject: string | undefined; onChange: (subject?: string) => void }) {
  const current = subject === undefined ? { kind: '', id: '' } : splitSubject(subject)
  const [kind, setKind] = useState(current.kind)
  const choose = (chosen: string) => {
    setKind(chosen)
    if (current.id) onChange(chosen ? `${chosen}:${current.id}` : undefined)
  }
  return (
    <>
      <FilterSelect label="About" value={kind} options={withUnknown(kinds, kind)} onChange={choose} />
      {kind && (
        <div className={styles.subject}>
          <SearchField
            label={`ID of the ${nameOfKind(kind).toLowerCase()}`}
            value={current.id}
            // The longest ID, because only whole IDs are found here.
            maxLength={200}
            onSearch={(id) => onChange(id ? `${kind}:${toPlainInput(id)}` : undefined)}
          />
        </div>
      )}
    </>
  )
}

/** A value in the URL that is not (yet) in the list is shown as it is. */
function withUnknown(options: { value: string; label: string }[], value: string) {
  return options.some((option) => option.value === value) ? options : [...options, { value, label: shorten(value) }]
}
