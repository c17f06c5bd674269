import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'

type IdleDialogProps = { endsAtMs: number; onStay: () => void; onLogOut: () => void }

/** Closing the dialog, by whatever control, counts as activity and continues the session. */
export function IdleDialog({ endsAtMs, onStay, onLogOut }: IdleDialogProps) {
  return (
    <Dialog open onClose={onStay} title="Are you still there?" size="small">
      <DialogBody>
        <Countdown endsAtMs={endsAtMs} />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onLogOut}>Log out</Button>
        <Button variant="primary" data-autofocus onClick={onStay}>
          Stay signed in
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function Countdown({ endsAtMs }: { endsAtMs: number }) {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((endsAtMs - nowMs) / 1000))
  return (
    <p>
      You have been inactive for a while. The session ends in{' '}
      <span className="data">
        {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
      </span>
      .
    </p>
  )
}
