import type { LucideIcon } from 'lucide-react'
import Circle from 'lucide-react/icons/circle'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import X from 'lucide-react/icons/x'
import type { ConsoleIconName } from './console-icons.ts'

/** For the pages outside the shell. The others come with it, so that nobody who signs in waits for them. */
const publicIcons = {
  circle: Circle,
  'circle-alert': CircleAlert,
  eye: Eye,
  'eye-off': EyeOff,
  'rotate-ccw': RotateCcw,
  x: X,
} as const

export type IconName = keyof typeof publicIcons | ConsoleIconName

const drawings: Partial<Record<IconName, LucideIcon>> = { ...publicIcons }

export function addIcons(icons: Partial<Record<IconName, LucideIcon>>): void {
  Object.assign(drawings, icons)
}

export const publicIconNames = Object.keys(publicIcons) as IconName[]

type IconProps = {
  name: IconName
  size?: number
  /** A CSS colour; without it the icon takes the colour of the text around it. */
  colour?: string | undefined
  /** Line width; the larger the icon, the thinner the line. */
  stroke?: number
  className?: string | undefined
}

/** Icons are always decoration: the text or label beside them says the meaning. */
export function Icon({
  name,
  size = 16,
  colour = 'currentColor',
  stroke = size >= 20 ? 1.5 : 1.75,
  className,
}: IconProps) {
  const Drawing = drawings[name]
  if (!Drawing) {
    console.error(`The icon "${name}" is not loaded on this page`)
    return null
  }
  return <Drawing size={size} color={colour} strokeWidth={stroke} className={className} aria-hidden="true" />
}
