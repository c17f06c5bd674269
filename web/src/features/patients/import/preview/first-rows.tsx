import type { PatientChange } from '@health-console/contract/patients/findings.ts'
import { patientColumns } from '@health-console/contract/patients/patients.ts'
import { ScrollTable } from '../../../../table/scroll-table.tsx'
import { Line } from '../questions/clear-line.tsx'
import { counted } from '../tables/column-names.ts'
import { patientTableColumns } from '../tables/patient-columns.tsx'

/** The first rows of the file as they will be after the import. Changed values are bold. */
export function FirstRows({ rows }: { rows: readonly PatientChange[] }) {
  if (rows.length === 0) return null
  return (
    <Line title="First rows" detail={`${counted(rows.length, 'row')} after import`}>
      <ScrollTable
        label="First rows after import"
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
    </Line>
  )
}
