import { recall, remember } from './local-storage.ts'

export type Theme = 'system' | 'light' | 'dark'

export const themes = ['system', 'light', 'dark'] as const

// public/theme.js reads the same key before the first paint
const storageKey = 'theme'

/** The remembered choice; without one the system decides. */
export function rememberedTheme(): Theme {
  const stored = recall(storageKey)
  return themes.find((theme) => theme === stored) ?? 'system'
}

/** Applies a theme at once and remembers it. */
export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  remember(storageKey, theme === 'system' ? null : theme)
}
