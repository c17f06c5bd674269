import { createStore } from '../../lib/store.ts'
import type { PaletteEntry } from './entries.ts'

const max = 5

/** What was opened last, newest first. In memory only: names of people are not stored in the browser. */
export const recentEntries = createStore<PaletteEntry[]>([])

export function rememberEntry(entry: PaletteEntry): void {
  if (!('href' in entry)) return
  const others = recentEntries.get().filter(({ id }) => id !== entry.id)
  recentEntries.set([entry, ...others].slice(0, max))
}

/** Whoever signs in next finds nothing. */
export function forgetRecentEntries(): void {
  recentEntries.set([])
}
