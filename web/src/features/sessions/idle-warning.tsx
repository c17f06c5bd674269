import { useEffect, useState } from 'react'
import { showFailure } from '../../api/show-failure.ts'
import { signInAgain } from '../../api/session-events.ts'
import { fetchSession, sessionQuery } from '../../api/session-query.ts'
import { fetchedLater, useFetchAhead } from '../../shell/fetched-later.tsx'
import { watchIdle } from './watch-idle.ts'
import { listAdmins } from '@health-console/contract/staff/admins.ts'
import { queryKeyOf } from '../../api/client.ts'
import { queryClient, refetchQuietly } from '../../api/query-client.ts'
import { fetchEntry } from './entry.ts'

const IdleDialog = fetchedLater(async () => (await import('./idle-dialog.tsx')).IdleDialog)

type IdleWarningProps = {
  idleSeconds: number
  /** Prevents fetching the session when the window gets the focus again. */
  isPaused: boolean
  onLogOut: () => void
}

/** Keeps the session while the console is used, and warns two minutes before it expires. */
export function IdleWarning({ idleSeconds, isPaused, onLogOut }: IdleWarningProps) {
  useFetchAhead(IdleDialog)
  const [endsAtMs, setEndsAtMs] = useState<number | null>(null)
  // A response would remove the warning just when the admin presses one of its buttons.
  useFreshSession(isPaused || endsAtMs !== null)

  useEffect(
    () =>
      watchIdle({
        idleMs: idleSeconds * 1000,
        onUse: () => {
          // If this fails, the next request or the end of the session will say why.
          if (!isPaused) fetchSession().catch(() => undefined)
        },
        onWarn: setEndsAtMs,
        onActive: () => setEndsAtMs(null),
        onEnd: () => {
          setEndsAtMs(null)
          // Any request keeps the session alive, or finds out that it has ended.
          fetchSession().catch(signInAgain)
        },
      }),
    [idleSeconds, isPaused],
  )

  const stay = () => {
    fetchSession().catch((error: unknown) => showFailure(error, 'Couldn’t keep you signed in. Try again.'))
  }

  if (endsAtMs === null) return null
  const logOut = () => {
    setEndsAtMs(null)
    onLogOut()
  }
  return <IdleDialog endsAtMs={endsAtMs} onStay={stay} onLogOut={logOut} />
}

/**
 * Refetches the session when the window gets the focus or its tab is shown again, because the name, email address or
 * role may have changed elsewhere. A tab that is shown gets no focus if the address bar has it.
 */
function useFreshSession(isPaused: boolean): void {
  useEffect(() => {
    if (isPaused) return
    const shownUser = () => JSON.stringify(queryClient.getQueryData(sessionQuery.queryKey)?.user)
    const refetch = async () => {
      if (document.hidden) return
      const before = shownUser()
      const { state } = await fetchEntry()
      if (state === 'signed-in' && shownUser() !== before) void refetchQuietly(queryKeyOf(listAdmins))
    }
    const stopListening = new AbortController()
    const { signal } = stopListening
    window.addEventListener('focus', () => void refetch(), { signal })
    document.addEventListener('visibilitychange', () => void refetch(), { signal })
    return () => stopListening.abort()
  }, [isPaused])
}
