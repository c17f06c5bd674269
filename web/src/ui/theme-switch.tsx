import { useState } from 'react'
import { MonitorIcon, MoonIcon, SunIcon } from 'lucide-react'
import { chooseTheme, rememberedTheme } from '../lib/theme.ts'
import { Segments } from './segments.tsx'

const options = [
  { value: 'system', label: 'Follow the system', icon: MonitorIcon },
  { value: 'light', label: 'Light', icon: SunIcon },
  { value: 'dark', label: 'Dark', icon: MoonIcon },
] as const

/** Light, dark or as the system says; remembered in this browser. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(rememberedTheme)
  return (
    <Segments
      compact
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
