import { Dialog } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import type { ReactNode } from 'react'
import { XIcon } from 'lucide-react'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { useBack } from '../lib/back.ts'
import styles from './drawer.module.css'

type DrawerProps = {
  open: boolean
  onClose: () => void
  /** Called when it has closed. Open another dialog only then, because a closing dialog closes those above it. */
  onClosed: () => void
  children: ReactNode
}

/** The sidebar on phones. */
export function Drawer({ open, onClose, onClosed, children }: DrawerProps) {
  useBack(open, onClose)
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(details) => !details.open && onClose()}
      onExitComplete={onClosed}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Positioner className={styles.positioner}>
          <Dialog.Content className={styles.content} aria-label="Menu">
            <div className={styles.sidebar}>{children}</div>
            <Dialog.CloseTrigger asChild>
              <IconButton icon={XIcon} iconSize={20} label="Close menu" className={styles.close} />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
