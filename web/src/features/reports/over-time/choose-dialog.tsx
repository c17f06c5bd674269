import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialogs/dialog.tsx'
import type { NamedTrend } from './plot.tsx'

const most = 5

type ChooseDialogProps = {
  trends: NamedTrend[]
  chosen: string[]
  onChoose: (paths: string[]) => void
  onClose: () => void
}

/** Chooses which values are drawn: at least one, and at most as many as keep the list below in view. */
export function ChooseDialog({ trends, chosen, onChoose, onClose }: ChooseDialogProps) {
  const turn = (path: string, isOn: boolean) =>
    onChoose(isOn ? [...chosen, path] : chosen.filter((each) => each !== path))
  return (
    <Dialog open onClose={onClose} title="Choose values to chart" size="small">
      <DialogBody>
        <p>Select up to five. To pick another, clear one first.</p>
        <div>
          {trends.map(({ path, title }) => {
            const isChosen = chosen.includes(path)
            return (
              <Checkbox
                key={path}
                label={title}
                checked={isChosen}
                disabled={isChosen ? chosen.length === 1 : chosen.length === most}
                onChange={({ target }) => turn(path, target.checked)}
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
