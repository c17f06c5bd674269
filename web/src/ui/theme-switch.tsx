import { useState } from 'react'
import { chooseTheme, rememberedTheme } from '../lib/theme.ts'
import { Segments } from './segments.tsx'

const options = [
  { value: 'system', label: 'Follow the system', icon: 'monitor' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
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
