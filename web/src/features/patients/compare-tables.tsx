import type { PatientImportEntry } from '@health-console/contract/patient-imports.ts'
import type { ChangeKind } from '@health-console/contract/patient-findings.ts'
import { patientColumns } from '@health-console/contract/patients.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeftIcon } from 'lucide-react'
import { useState } from 'react'
import { Fetched } from '../../api/fetched.tsx'
import { formatExactTime } from '../../lib/dates.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Button } from '../../ui/button.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { InfoDialog } from '../../ui/info-dialog.tsx'
import { ChangedRows } from './import/changed-rows.tsx'
import { ChangeTabs } from './import/change-tabs.tsx'
import { PatientList } from './import/patient-list.tsx'
import { type ChangeSource, comparisonQuery } from './import/use-import-list.ts'
import styles from './history-dialog.module.css'

/** Two kept tables, by their ids. */
export type Compared = { before: string; after: string }

type CompareTablesProps = {
  entries: readonly PatientImportEntry[]
  first: Compared
  onBack: () => void
  onClose: () => void
}

/** What one kept table has otherwise than another one. Mount it when it opens. */
export function CompareTables({ entries, first, onBack, onClose }: CompareTablesProps) {
  const [{ before, after }, setCompared] = useState(first)
  const options = entries.map(({ id, appliedAt, isCurrent }) => ({
    value: id,
    label: `${formatExactTime(appliedAt)}${isCurrent ? ', current' : ''}`,
  }))
  return (
    <InfoDialog
      onClose={onClose}
      title="Compare tables"
      size="wide"
      buttons={
        <Button startIcon={ChevronLeftIcon} onClick={onBack}>
          Import history
        </Button>
      }
    >
      <div className={styles.compared}>
        <FilterSelect
          label="Before"
          value={before}
          options={options}
          onChange={(id) => setCompared({ before: id, after })}
        />
        <FilterSelect
          label="After"
          value={after}
          options={options}
          onChange={(id) => setCompared({ before, after: id })}
        />
      </div>
      <Comparison key={`${before} ${after}`} source={{ id: after, before }} />
    </InfoDialog>
  )
}

const allColumns = patientColumns.map(({ key }) => key).filter((key) => key !== 'memberId')

function Comparison({ source }: { source: Required<ChangeSource> }) {
  const comparison = useQuery(comparisonQuery(source.id, source.before))
  const [chosen, setChosen] = useState<ChangeKind>()
  return (
    <Fetched query={comparison} failure="Failed to compare the tables">
      {({ data: { counts } }) => {
        const tabs = [
          { key: 'added' as const, label: 'New', count: counts.added },
          { key: 'changed' as const, label: 'Changed rows', count: counts.changed },
          { key: 'removed' as const, label: 'Removed', count: counts.removed },
        ]
        const shown = chosen ?? tabs.find(({ count }) => count > 0)?.key ?? 'added'
        return (
          <>
            <p className={styles.unchanged}>{formatCount(counts.unchanged)} unchanged</p>
            <ChangeTabs label="What is different" tabs={tabs} chosen={shown} onChoose={setChosen}>
              {shown === 'changed' ? (
                <ChangedRows source={source} count={counts.changed} columns={allColumns} />
              ) : (
                <PatientList key={shown} source={source} kind={shown} count={counts[shown]} />
              )}
            </ChangeTabs>
          </>
        )
      }}
    </Fetched>
  )
}
