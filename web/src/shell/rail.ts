import { recall, remember } from '../lib/local-storage.ts'
import { createStore } from '../lib/store.ts'

const storageKey = 'sidebar'

/** Whether the sidebar is a rail of icons, which this browser remembers. In a narrow window it always is. */
export const rail = createStore(recall(storageKey) === 'rail')

export function toggleRail(): void {
  const isRail = !rail.get()
  remember(storageKey, isRail ? 'rail' : null)
  rail.set(isRail)
}
