import { type Days, describeDays } from '../../lib/days.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialogs/dialog.tsx'

type WhichReportsDialogProps = {
  days: Days
  /** The number of reports of these days. */
  shown: number
  /** The number of all the user's reports. */
  total: number
  onClose: () => void
  onDownload: (days: Days, total: number) => void
}

/** Asks, under a filter, whether to download all reports or those that the filter shows. */
export function WhichReportsDialog({ days, shown, total, onClose, onDownload }: WhichReportsDialogProps) {
  const choose = (chosen: Days, count: number) => {
    onClose()
    onDownload(chosen, count)
  }
  return (
    <Dialog open onClose={onClose} title="Which reports do you want to download?">
      <DialogBody>
        <p>The list is filtered: {describeDays(days)}.</p>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button onClick={() => choose({}, total)}>Download all {formatCount(total)}</Button>
        {shown > 0 && (
          <Button variant="primary" data-autofocus onClick={() => choose(days, shown)}>
            {shown === 1 ? 'Download this report' : `Download these ${formatCount(shown)}`}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}
