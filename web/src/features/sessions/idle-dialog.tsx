import { useEffect, useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialogs/dialog.tsx'

type IdleDialogProps = { endsAtMs: number; onStay: () => void; onLogOut: () => void }

/**
 * Warns that the session is about to expire. Closing the dialog in any way counts as activity and continues the
 * session.
 */
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
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  useTitle(`Session ends in ${left}`)
  return (
    <>
      <p>
        You’ve been inactive for a while. You’ll be signed out in <span className="data">{left}</span>.
      </p>
      <p className="sr-only" role="alert">
        {announcementAt(seconds)}
      </p>
    </>
  )
}

/** A screen reader that read each second would say nothing else. */
function announcementAt(seconds: number): string | null {
  if (seconds > 60) return null
  return seconds > 20 ? 'You’ll be signed out in 1 minute.' : 'You’ll be signed out in 20 seconds.'
}

/** The time left is shown before the title of the page, for admins who are looking at another tab. */
function useTitle(warning: string): void {
  const [title] = useState(() => document.title)
  useEffect(() => {
    document.title = `${warning} · ${title}`
    return () => void (document.title = title)
  }, [warning, title])
}
