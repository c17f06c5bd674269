import { createStore } from '../../lib/store.ts'
import type { PaletteEntry } from './entries.ts'

const max = 5

/**
 * The entries opened last, newest first. They are kept in memory only, because the names of users must not be stored in
 * the browser.
 */
export const recentEntries = createStore<PaletteEntry[]>([])

export function rememberEntry(entry: PaletteEntry): void {
  if (!('href' in entry)) return
  const others = recentEntries.get().filter(({ id }) => id !== entry.id)
  recentEntries.set([entry, ...others].slice(0, max))
}

/** The next admin who signs in must not see it. */
export function forgetRecentEntries(): void {
  recentEntries.set([])
}
