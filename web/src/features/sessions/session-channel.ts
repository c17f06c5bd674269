type Message = { type: 'active' } | { type: 'signed-out' } | { type: 'signed-in'; adminId: string }

const channel = new BroadcastChannel('health-console-session')

/** The tabs of one browser share a session: what one does to it, the others have to know. */
export function tellOtherTabs(message: Message): void {
  channel.postMessage(message)
}

export function onOtherTab(listener: (message: Message) => unknown): () => void {
  const onMessage = (event: MessageEvent<Message>) => listener(event.data)
  channel.addEventListener('message', onMessage)
  return () => channel.removeEventListener('message', onMessage)
}
