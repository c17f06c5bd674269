import { Dialog as ArkDialog } from '@ark-ui/react/dialog'
import { useCallback, useState, type ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx'
import { FieldError } from '../fields/field.tsx'
import { placeOfLastClick } from '../buttons/second-clicks.ts'
import styles from './dialog.module.css'

type ConfirmDialogProps = {
  title: ReactNode
  /** Says what will happen. */
  children?: ReactNode
  confirmLabel?: string
  cancelLabel?: string
  variant?: 'primary' | 'delete'
  pending?: boolean
  error?: string | null
  onConfirm: () => void
  onClose: () => void
  returnFocus?: () => HTMLElement | null
}

/** The dialog of `confirm()`. Cancel has the first focus, and only its buttons and Escape close it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, error, onConfirm, onClose, returnFocus } = props
  const { confirmLabel = 'Confirm', cancelLabel = 'Cancel', variant = 'primary', pending = false } = props
  const { isCovering, checkPlace } = useConfirmPlace()
  const cancel = (
    <Button key="cancel" data-autofocus disabled={pending} onClick={onClose}>
      {cancelLabel}
    </Button>
  )
  const confirm = (
    <Button key="confirm" ref={checkPlace} variant={variant} busy={pending} onClick={onConfirm}>
      {confirmLabel}
    </Button>
  )
  return (
    <Dialog
      open
      role="alertdialog"
      size="small"
      title={title}
      onClose={() => !pending && onClose()}
      {...(returnFocus && { returnFocus })}
    >
      <DialogBody>
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
      </DialogBody>
      <DialogFoot stacked={isCovering}>{isCovering ? [confirm, cancel] : [cancel, confirm]}</DialogFoot>
    </Dialog>
  )
}

/**
 * Whether the confirm button would be where the control was that opened the dialog. In that case Cancel is there
 * instead.
 */
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
