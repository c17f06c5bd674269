export type Message =
  | { type: 'active' }
  | { type: 'signed-out' }
  | { type: 'signed-in'; adminId: string }
  /** The admin's own name or email address has changed. */
  | { type: 'account-changed' }
  | { type: 'patients-changed' }

const channel = new BroadcastChannel('health-console-session')

/** The tabs of a browser share a session, so each notifies the others of what happens to it. */
export function notifyOtherTabs(message: Message): void {
  channel.postMessage(message)
}

export function onOtherTab(listener: (message: Message) => unknown): () => void {
  const onMessage = (event: MessageEvent<Message>) => listener(event.data)
  channel.addEventListener('message', onMessage)
  return () => channel.removeEventListener('message', onMessage)
}
