type Listener = () => void

let renewals = 0
/** The admin whose session had ended has signed in again: what is refused now, but was asked before, can be asked again. */
export const reportSessionRenewal = () => void (renewals += 1)
/** Tells the session of now from the one before. */
export const sessionNumber = () => renewals

const answered = new Set<Listener>()
const ended = new Set<Listener>()

/** The server accepted a call, so the session's idle time began anew. */
export const reportAnswer = () => tell(answered)
/** A call during work was refused because nobody is signed in any more. */
export const reportSessionEnd = () => tell(ended)

export const onAnswer = (listener: Listener) => subscribe(answered, listener)
export const onSessionEnd = (listener: Listener) => subscribe(ended, listener)

function tell(listeners: Set<Listener>) {
  for (const listener of listeners) listener()
}

function subscribe(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
