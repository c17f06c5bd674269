import { onAccepted } from '../../api/session-events.ts'
import { onOtherTab, notifyOtherTabs } from './session-channel.ts'

const warningMs = 120_000

/** Other tabs do not need to know about every request. */
const notifyEveryMs = 5_000
/** The server's clock decides, so call it only when the session has certainly expired there too. */
const slackMs = 2_000

type IdleWatch = {
  idleMs: number
  /** Two minutes are left. The session ends at this time unless there is activity. */
  onWarn: (endsAtMs: number) => void
  /** There was activity in this or another tab. */
  onActive: () => void
  onEnd: () => void
}

/** Tracks how long no tab has sent a request to the server, and so when the session expires. */
export function watchIdle({ idleMs, onWarn, onActive, onEnd }: IdleWatch): () => void {
  let activeAtMs = Date.now()
  let reportedAtMs = 0
  let stage: 'active' | 'warned' | 'ended' = 'active'
  let timer: ReturnType<typeof setTimeout> | undefined

  const active = () => {
    activeAtMs = Date.now()
    if (stage !== 'active') onActive()
    stage = 'active'
    check()
  }
  const answered = () => {
    active()
    if (activeAtMs - reportedAtMs < notifyEveryMs) return
    reportedAtMs = activeAtMs
    notifyOtherTabs({ type: 'active' })
  }
  const check = () => {
    clearTimeout(timer)
    const endsAtMs = activeAtMs + idleMs
    const next = { active: endsAtMs - warningMs, warned: endsAtMs + slackMs, ended: Infinity }[stage]
    if (Date.now() < next) {
      if (next !== Infinity) timer = setTimeout(check, next - Date.now())
      return
    }
    if (stage === 'active') {
      stage = 'warned'
      onWarn(endsAtMs)
    } else {
      stage = 'ended'
      onEnd()
    }
    check()
  }

  const stopListening = onAccepted(answered)
  const stopTabs = onOtherTab((message) => message.type === 'active' && active())
  // Timers stop while the computer sleeps.
  document.addEventListener('visibilitychange', check)
  check()
  return () => {
    clearTimeout(timer)
    stopListening()
    stopTabs()
    document.removeEventListener('visibilitychange', check)
  }
}
