import { useState } from 'react'
import { MonitorIcon, MoonIcon, SunIcon } from 'lucide-react'
import { Segments } from './segments.tsx'
import { recall, remember } from '../../lib/local-storage.ts'

type Theme = 'system' | 'light' | 'dark'

const themes = ['system', 'light', 'dark'] as const

// public/theme.js reads the same key before the first paint
const storageKey = 'theme'

/** The remembered choice; without one the system decides. */
function rememberedTheme(): Theme {
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

const options = [
  { value: 'system', label: 'System', icon: MonitorIcon },
  { value: 'light', label: 'Light', icon: SunIcon },
  { value: 'dark', label: 'Dark', icon: MoonIcon },
] as const

/** Light, dark or as the system says; remembered in this browser. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(rememberedTheme)
  return (
    <Segments
      small
      hidesLegend
      legend="Theme"
      options={options}
      value={theme}
      onChange={(next) => {
        chooseTheme(next)
        setTheme(next)
      }}
    />
  )
}
