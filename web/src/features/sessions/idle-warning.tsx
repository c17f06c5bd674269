import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { reportSessionEnd } from '../../api/session-events.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { meQuery } from './queries.ts'
import { watchIdle } from './watch-idle.ts'

type IdleWarningProps = { idleSeconds: number; onLogOut: () => void }

/** Says two minutes ahead that the session will end, and lets one stay. */
export function IdleWarning({ idleSeconds, onLogOut }: IdleWarningProps) {
  const queryClient = useQueryClient()
  const [endsAtMs, setEndsAtMs] = useState<number | null>(null)
  // any call to the server keeps the session alive
  const ask = () => queryClient.fetchQuery({ ...meQuery, staleTime: 0 })

  useEffect(
    () =>
      watchIdle({
        idleMs: idleSeconds * 1000,
        onWarn: setEndsAtMs,
        onActive: () => setEndsAtMs(null),
        onEnd: () => {
          setEndsAtMs(null)
          queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).catch(reportSessionEnd)
        },
      }),
    [idleSeconds, queryClient],
  )

  return (
    <ConfirmDialog
      open={endsAtMs !== null}
      title="Are you still there?"
      cancelLabel="Stay signed in"
      confirmLabel="Log out"
      onClose={() => ask().catch(reportSessionEnd)}
      onConfirm={() => {
        setEndsAtMs(null)
        onLogOut()
      }}
    >
      {endsAtMs !== null && <Countdown endsAtMs={endsAtMs} />}
    </ConfirmDialog>
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
      Nothing has been done for a while. The session ends in{' '}
      <span className="data">
        {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
      </span>
      .
    </p>
  )
}
