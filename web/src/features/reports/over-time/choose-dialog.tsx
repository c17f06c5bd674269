import { useId } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialogs/dialog.tsx'
import type { Reading } from './readings.ts'
import styles from './choose-dialog.module.css'

const most = 5

type ChooseDialogProps = {
  readings: Reading[]
  chosen: string[]
  onChoose: (keys: string[]) => void
  onClose: () => void
}

/** Chooses which values are drawn: at least one, and at most as many as have room in one line. */
export function ChooseDialog({ readings, chosen, onChoose, onClose }: ChooseDialogProps) {
  const turn = (key: string, isOn: boolean) => onChoose(isOn ? [...chosen, key] : chosen.filter((each) => each !== key))
  const id = useId()
  // Values without a section come first, because they are those at the top of a report.
  const groups = [...new Set(readings.map(({ group }) => group))].toSorted(
    (a, b) => Number(a !== '') - Number(b !== ''),
  )
  return (
    <Dialog open onClose={onClose} title="Choose values to chart" size="small">
      <DialogBody>
        <p>Select up to five. To pick another, clear one first.</p>
        {groups.map((group, index) => (
          <div
            key={group}
            role="group"
            className={styles.group}
            aria-labelledby={group === '' ? undefined : `${id}${index}`}
          >
            {group !== '' && <h3 id={`${id}${index}`}>{group}</h3>}
            {readings
              .filter((reading) => reading.group === group)
              .map(({ key, name }) => {
                const isChosen = chosen.includes(key)
                return (
                  <Checkbox
                    key={key}
                    label={name}
                    checked={isChosen}
                    disabled={isChosen ? chosen.length === 1 : chosen.length === most}
                    onChange={({ target }) => turn(key, target.checked)}
                  />
                )
              })}
          </div>
        ))}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
    </Dialog>
  )
}
