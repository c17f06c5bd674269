import { MoveHorizontalIcon, SlidersHorizontalIcon } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../../lib/numbers.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialogs/dialog.tsx'
import { ChooseDialog } from './choose-dialog.tsx'
import { Plot } from './plot.tsx'
import type { NeedleActions } from './use-needle.ts'
import type { OverTime } from './use-over-time.ts'
import styles from './over-time-dialog.module.css'

/** The endpoint for the chart returns no more, and fewer if they are very long. */
const mostCharted = 300

type OverTimeDialogProps = NeedleActions & { overTime: OverTime; onClose: () => void }

/** The readings over time with a row for each. */
export function OverTimeDialog({ overTime, onClose, onOpen, onDays, ...actions }: OverTimeDialogProps) {
  const [isChoosing, setIsChoosing] = useState(false)
  const { reports, readings, shown, all, isNewest, total, tooLong } = overTime
  const drawn = reports.length
  return (
    <Dialog open onClose={onClose} title="Over time" size="wide">
      <DialogBody>
        <div className={styles.head}>
          <p className="unit" role="status">
            <span>{isNewest && total > drawn && 'newest '}</span>
            <b>{formatCount(drawn)}</b>
            <span>{total > drawn && ` of ${formatCount(total)}`}</span>
            <span> reports</span>
            <span>{tooLong > 0 && `, ${formatCount(tooLong)} too long to chart`}</span>
          </p>
          <div className={styles.tools}>
            {readings.length > 1 && (
              <Button quiet size="small" startIcon={SlidersHorizontalIcon} onClick={() => setIsChoosing(true)}>
                Choose values
              </Button>
            )}
            {all.isOffered && (
              <Button
                quiet
                size="small"
                startIcon={MoveHorizontalIcon}
                busy={all.isFetching}
                aria-pressed={all.isOn}
                onClick={() => all.turn(!all.isOn)}
              >
                Show up to {Math.min(total, mostCharted)}
              </Button>
            )}
          </div>
        </div>
        <Plot
          key={`${reports[0]?.reportId} ${drawn}`}
          reports={reports}
          readings={shown}
          {...actions}
          onOpen={(reportId) => {
            onClose()
            onOpen(reportId)
          }}
          onDays={(days) => {
            onClose()
            onDays(days)
          }}
        />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
      {isChoosing && (
        <ChooseDialog
          readings={readings}
          chosen={shown.map(({ key }) => key)}
          onChoose={overTime.choose}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </Dialog>
  )
}
