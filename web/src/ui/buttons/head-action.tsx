import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './head-action.module.css'

type HeadActionProps = { icon: LucideIcon; busy?: boolean; onClick: () => void; children: ReactNode }

/** A quiet button at the end of the line under a page's title. It does not make the line higher. */
export function HeadAction({ icon, busy, onClick, children }: HeadActionProps) {
  return (
    <Button quiet size="small" startIcon={icon} busy={busy} className={styles.action} onClick={onClick}>
      {children}
    </Button>
  )
}
