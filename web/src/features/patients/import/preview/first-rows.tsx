import type { PatientChange } from '@health-console/contract/patient-findings.ts'
import { patientColumns } from '@health-console/contract/patients.ts'
import { ScrollTable } from '../../../../table/scroll-table.tsx'
import { patientTableColumns } from '../tables/patient-columns.tsx'
import styles from '../tables/import-parts.module.css'

/** The first rows of the file as they will stand; what changes in them is bold. */
export function FirstRows({ rows }: { rows: readonly PatientChange[] }) {
  if (rows.length === 0) return null
  return (
    <div className={styles.rows}>
      <h3 className={styles.heading}>
        First rows <span className={styles.count}>as they will stand</span>
      </h3>
      <ScrollTable
        label="First rows as they will stand"
        density="compact"
        pinFirst
        columns={patientTableColumns}
        rows={rows.flatMap(({ memberId, now, next }) =>
          next
            ? [
                {
                  ...next,
                  id: memberId,
                  changed: patientColumns.map(({ key }) => key).filter((key) => now && now[key] !== next[key]),
                },
              ]
            : [],
        )}
      />
    </div>
  )
}
