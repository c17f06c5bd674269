import { Dialog as ArkDialog } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import { useCallback, useState, type ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Button } from './button.tsx'
import { FieldError } from './field.tsx'
import { placeOfLastClick } from './second-clicks.ts'
import styles from './dialog.module.css'

type ConfirmDialogProps = {
  open: boolean
  title: ReactNode
  /** What happens on confirm, said before it happens. */
  children?: ReactNode
  confirmLabel?: string
  cancelLabel?: string
  variant?: 'primary' | 'delete'
  pending?: boolean
  error?: string | null | undefined
  onConfirm: () => void
  onClose: () => void
  /** What gets the focus at the end when the control that opened it may be gone; null: that control. */
  returnFocus?: () => HTMLElement | null
}

/** Asks before an act. Cancel has the first focus, and only its buttons and Escape close it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, error, onConfirm, onClose, returnFocus } = props
  const { confirmLabel = 'Confirm', cancelLabel = 'Cancel', variant = 'primary', pending = false } = props
  const { isCovering, checkPlace } = useConfirmPlace()
  // the close trigger of an alertdialog is what gets the first focus
  const cancel = (
    <ArkDialog.CloseTrigger key="cancel" asChild>
      <Button disabled={pending}>{cancelLabel}</Button>
    </ArkDialog.CloseTrigger>
  )
  const confirm = (
    <Button key="confirm" ref={checkPlace} variant={variant} busy={pending} onClick={onConfirm}>
      {confirmLabel}
    </Button>
  )
  return (
    <ArkDialog.Root
      open={open}
      role="alertdialog"
      onOpenChange={(details) => !details.open && !pending && onClose()}
      {...(returnFocus && { finalFocusEl: returnFocus })}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <ArkDialog.Backdrop className={styles.backdrop} />
        <ArkDialog.Positioner className={styles.positioner}>
          <ArkDialog.Content className={classNames(styles.dialog, styles.small, styles.confirm)}>
            <div className={styles.head}>
              <ArkDialog.Title className={styles.title}>{title}</ArkDialog.Title>
            </div>
            <div className={styles.body}>
              {children && (
                <ArkDialog.Description asChild>
                  <div className={styles.prose}>{children}</div>
                </ArkDialog.Description>
              )}
              {error && (
                <div role="alert">
                  <FieldError>{error}</FieldError>
                </div>
              )}
            </div>
            <div className={classNames(styles.foot, isCovering && styles.aside)}>
              {isCovering ? [confirm, cancel] : [cancel, confirm]}
            </div>
          </ArkDialog.Content>
        </ArkDialog.Positioner>
      </Portal>
    </ArkDialog.Root>
  )
}

/** Whether the button that confirms would stand where the control stood that asked: then Cancel stands there. */
function useConfirmPlace() {
  const [isCovering, setIsCovering] = useState(false)
  const checkPlace = useCallback((button: HTMLElement | null) => {
    const opener = placeOfLastClick()
    setIsCovering(Boolean(button && opener && overlap(button.getBoundingClientRect(), opener)))
  }, [])
  return { isCovering, checkPlace }
}

function overlap(one: DOMRect, other: DOMRect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}
