import { lazily } from '../../lib/lazily.ts'

export type Message =
  | { type: 'active' }
  | { type: 'signed-out' }
  | { type: 'signed-in'; adminId: string }
  /** The admin's own name or email address has changed. */
  | { type: 'account-changed' }
  | { type: 'patients-changed' }

/** Absent if the browser refuses channels, as Firefox does while it blocks cookies. Other tabs then hear nothing. */
const openChannel = lazily(() => {
  try {
    return new BroadcastChannel('health-console-session')
  } catch {
    return undefined
  }
})

/** The tabs of a browser share a session, so each notifies the others of what happens to it. */
export function notifyOtherTabs(message: Message): void {
  openChannel()?.postMessage(message)
}

export function onOtherTab(listener: (message: Message) => unknown): () => void {
  const onMessage = (event: MessageEvent<Message>) => listener(event.data)
  const channel = openChannel()
  channel?.addEventListener('message', onMessage)
  return () => channel?.removeEventListener('message', onMessage)
}
