import type { ImportPreview } from '@health-console/contract/patients/imports.ts'
import type { PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { Segments } from '../../../../ui/buttons/segments.tsx'
import { counted } from '../tables/column-names.ts'
import { ChangedByColumn } from './changed-by-column.tsx'
import { ChangedRows } from './changed-rows.tsx'
import type { Repair } from './finding.tsx'
import styles from '../tables/import-parts.module.css'

export type ChangesBy = 'rows' | 'columns'

type ChangesProps = {
  id: string
  preview: ImportPreview
  by: ChangesBy
  /** Shows only rows whose value in this column changes. */
  column: PatientColumnKey | undefined
  onShow: (by: ChangesBy, column?: PatientColumnKey) => void
  onShowFinding: (finding: string) => void
  onRepair: (repair: Repair) => void
}

/** The changed rows, column by column or row by row. */
export function Changes({ id, preview, by, column, onShow, onShowFinding, onRepair }: ChangesProps) {
  const { changed, changedColumns } = preview
  return (
    <>
      {changed > 0 && (
        <div className={styles.panelHead}>
          <p>
            <b>{counted(changed, 'row')}</b> in {counted(changedColumns.length, 'column')}
          </p>
          <Segments
            legend="Show changes by"
            hidesLegend
            small
            options={[
              { value: 'rows', label: 'Rows' },
              { value: 'columns', label: 'Columns' },
            ]}
            value={by}
            onChange={(next) => onShow(next)}
          />
        </div>
      )}
      {by === 'columns' ? (
        <ChangedByColumn
          preview={preview}
          onRepair={onRepair}
          onShowRows={(shown) => onShow('rows', shown)}
          onShowFinding={onShowFinding}
        />
      ) : (
        <ChangedRows
          key={column}
          id={id}
          count={changed}
          columns={changedColumns.map((each) => each.column)}
          only={column}
        />
      )}
    </>
  )
}
