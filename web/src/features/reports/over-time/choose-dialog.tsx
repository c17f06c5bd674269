import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialogs/dialog.tsx'
import type { Reading } from './readings.ts'

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
  return (
    <Dialog open onClose={onClose} title="Choose values to chart" size="small">
      <DialogBody>
        <p>Select up to five. To pick another, clear one first.</p>
        <div>
          {readings.map(({ key, title }) => {
            const isChosen = chosen.includes(key)
            return (
              <Checkbox
                key={key}
                label={title}
                checked={isChosen}
                disabled={isChosen ? chosen.length === 1 : chosen.length === most}
                onChange={({ target }) => turn(key, target.checked)}
              />
            )
          })}
        </div>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
    </Dialog>
  )
}
