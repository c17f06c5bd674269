import type { LucideIcon } from 'lucide-react'

type IconProps = {
  icon: LucideIcon
  size?: number
  /** The line width: the larger the icon, the thinner the line. */
  stroke?: number
  className?: string | undefined
}

/** Icons are decorative: the text or label beside them has the meaning. */
export function Icon({ icon: Drawing, size = 16, stroke = size >= 20 ? 1.5 : 1.75, className }: IconProps) {
  // The size is in em, so that the icon grows with the text.
  return <Drawing size={`${size / 16}rem`} strokeWidth={stroke} className={className} aria-hidden="true" />
}
