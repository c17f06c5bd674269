import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isSignedOut } from '../../api/errors.ts'
import { reportSessionEnd } from '../../api/session-events.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { meQuery } from './queries.ts'
import { watchIdle } from './watch-idle.ts'

type IdleWarningProps = { idleSeconds: number; onLogOut: () => void }

/** Says two minutes ahead that the session will end, and lets one stay. */
export function IdleWarning({ idleSeconds, onLogOut }: IdleWarningProps) {
  const queryClient = useQueryClient()
  const [endsAtMs, setEndsAtMs] = useState<number | null>(null)

  useEffect(
    () =>
      watchIdle({
        idleMs: idleSeconds * 1000,
        onWarn: setEndsAtMs,
        onActive: () => setEndsAtMs(null),
        onEnd: () => {
          setEndsAtMs(null)
          askServer(queryClient).catch(reportSessionEnd)
        },
      }),
    [idleSeconds, queryClient],
  )

  const stay = () => {
    askServer(queryClient).catch((error: unknown) => {
      if (!isSignedOut(error)) toast.error('The session could not be kept. Try again.')
    })
  }

  return (
    <Dialog open={endsAtMs !== null} onClose={stay} title="Are you still there?" size="small">
      <DialogBody>{endsAtMs !== null && <Countdown endsAtMs={endsAtMs} />}</DialogBody>
      <DialogFoot>
        <Button
          onClick={() => {
            setEndsAtMs(null)
            onLogOut()
          }}
        >
          Log out
        </Button>
        <Button variant="primary" data-autofocus onClick={stay}>
          Stay signed in
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** Any call keeps the session alive, and finds out when it is over. */
function askServer(queryClient: QueryClient) {
  return queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
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
      Nothing has been done for a while. The session ends in{' '}
      <span className="data">
        {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
      </span>
      .
    </p>
  )
}
