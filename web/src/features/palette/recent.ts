import { createStore } from '../../lib/store.ts'
import type { PaletteEntry } from './entries.ts'

const max = 5

/** What was opened last, newest first. In memory only, because names of people must not be stored in the browser. */
export const recentEntries = createStore<PaletteEntry[]>([])

export function rememberEntry(entry: PaletteEntry): void {
  if (!('href' in entry)) return
  const others = recentEntries.get().filter(({ id }) => id !== entry.id)
  recentEntries.set([entry, ...others].slice(0, max))
}

/** The next person who signs in must not see it. */
export function forgetRecentEntries(): void {
  recentEntries.set([])
}
