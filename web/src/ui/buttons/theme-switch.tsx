import { useState } from 'react'
import { MonitorIcon, MoonIcon, SunIcon } from 'lucide-react'
import { Segments } from './segments.tsx'
import { recall, remember } from '../../lib/local-storage.ts'

type Theme = 'system' | 'light' | 'dark'

const themes = ['system', 'light', 'dark'] as const

// The script public/theme.js reads the same key before the first paint.
const storageKey = 'theme'

/** The saved choice. Without one the system decides. */
function rememberedTheme(): Theme {
  const stored = recall(storageKey)
  return themes.find((theme) => theme === stored) ?? 'system'
}

/** Applies a theme at once and saves it. */
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

/** Switches between light, dark and the system's theme. The choice is saved in this browser. */
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
