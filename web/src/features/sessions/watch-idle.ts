import { onAccepted } from '../../api/session-events.ts'
import { onOtherTab, notifyOtherTabs } from './session-channel.ts'

const warningMs = 120_000

/** All tabs together renew the session at most this often while it is used without requests. */
const renewEveryMs = 60_000
/** After this long without a change in a field, no one is typing. */
const pauseMs = 2_000
/** Other tabs do not need to know about every request. */
const notifyEveryMs = 5_000
/** The server's clock decides, so call it only when the session has certainly expired there too. */
const slackMs = 2_000

type IdleWatch = {
  idleMs: number
  /** Renews the session, because the admin types, points or scrolls. */
  onUse: () => void
  /** Two minutes are left. The session ends at this time unless there is activity. */
  onWarn: (endsAtMs: number) => void
  /** There was activity in this or another tab. */
  onActive: () => void
  onEnd: () => void
}

/**
 * Tracks when the session was last used in any tab, and so when it expires. Requests are use; keys, the pointer and
 * scrolling in a visible tab become one.
 */
export function watchIdle({ idleMs, onUse, onWarn, onActive, onEnd }: IdleWatch): () => void {
  let activeAtMs = Date.now()
  let reportedAtMs = 0
  let usedAtMs = -Infinity
  let typedAtMs = -Infinity
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
      // The warning takes the focus, so it waits for a pause in typing.
      const pauseAtMs = typedAtMs + pauseMs
      if (Date.now() < pauseAtMs) {
        timer = setTimeout(check, pauseAtMs - Date.now())
        return
      }
      stage = 'warned'
      onWarn(endsAtMs)
    } else {
      stage = 'ended'
      onEnd()
    }
    check()
  }

  const use = () => {
    const nowMs = Date.now()
    // The warning asks the admin, and a failed request is not repeated with each key.
    if (stage !== 'active' || document.hidden || nowMs - Math.max(activeAtMs, usedAtMs) < renewEveryMs) return
    usedAtMs = nowMs
    onUse()
  }

  const type = () => void (typedAtMs = Date.now())
  const stopListening = onAccepted(answered)
  const using = new AbortController()
  const options = { capture: true, passive: true, signal: using.signal }
  for (const event of ['keydown', 'pointerdown', 'pointermove', 'wheel', 'scroll'])
    document.addEventListener(event, use, options)
  document.addEventListener('input', type, options)
  const stopTabs = onOtherTab((message) => message.type === 'active' && active())
  // Timers stop while the computer sleeps.
  document.addEventListener('visibilitychange', check)
  check()
  return () => {
    clearTimeout(timer)
    using.abort()
    stopListening()
    stopTabs()
    document.removeEventListener('visibilitychange', check)
  }
}
