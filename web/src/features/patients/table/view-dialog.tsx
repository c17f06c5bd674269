import { patientColumns, type PatientColumnKey } from '@health-console/contract/patients/patients.ts'
import { useState } from 'react'
import { ArrowDownIcon, ArrowUpIcon } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialogs/dialog.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { defaultView, moveColumn, toggleColumn, type TableView } from './table-view.ts'
import styles from './view-dialog.module.css'

type ViewDialogProps = { view: TableView; onView: (view: TableView) => void; onClose: () => void }

/** Changes the columns, their order and the height of rows, with immediate effect. Mount it when it opens. */
export function ViewDialog({ view, onView, onClose }: ViewDialogProps) {
  const [announcement, setAnnouncement] = useState('')

  function move(key: PatientColumnKey, by: -1 | 1) {
    const moved = moveColumn(view, key, by)
    onView(moved)
    // The member ID comes before all of them.
    setAnnouncement(`${labelOf(key)} is column ${moved.order.indexOf(key) + 2} of ${moved.order.length + 1}.`)
  }

  return (
    <Dialog open onClose={onClose} title="Customise table">
      <DialogBody>
        <p>This only changes your view: imports and downloads still include all columns. Saved in this browser.</p>
        <p className="sr-only" role="status">
          {announcement}
        </p>
        <Choice
          label="Compact rows"
          checked={view.isCompact}
          onChange={() => onView({ ...view, isCompact: !view.isCompact })}
        />
        <ul className={styles.columns} aria-label="Columns">
          <li>
            <Choice label={labelOf('memberId')} checked disabled />
          </li>
          {view.order.map((key, index) => (
            <li key={key}>
              <Choice
                label={labelOf(key)}
                checked={!view.hidden.includes(key)}
                onChange={() => onView(toggleColumn(view, key))}
              />
              {/* The button is not disabled at the ends, because the focus would be lost there. */}
              <IconButton
                icon={ArrowUpIcon}
                label={`Move ${labelOf(key)} up`}
                aria-disabled={index === 0}
                onClick={() => move(key, -1)}
              />
              <IconButton
                icon={ArrowDownIcon}
                label={`Move ${labelOf(key)} down`}
                aria-disabled={index === view.order.length - 1}
                onClick={() => move(key, 1)}
              />
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFoot>
        <Button onClick={() => onView(defaultView)}>Reset</Button>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

type ChoiceProps = { label: string; checked: boolean; disabled?: boolean; onChange?: () => void }

function Choice({ label, checked, disabled, onChange }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={checked} disabled={disabled} onChange={onChange} readOnly={!onChange} />
      {label}
    </label>
  )
}

function labelOf(key: PatientColumnKey): string {
  return patientColumns.find((column) => column.key === key)?.heading ?? key
}
