import { Dialog as ArkDialog } from '@ark-ui/react/dialog'
import type { ReactNode } from 'react'
import type { Failure } from '../../lib/failure.ts'
import { Button } from '../buttons/button.tsx'
import { Reference } from '../buttons/reference.tsx'
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx'
import { FieldError } from '../fields/field.tsx'
import styles from './dialog.module.css'

type ConfirmDialogProps = {
  title: ReactNode
  /** Says what will happen. */
  children?: ReactNode
  confirmLabel?: string
  cancelLabel?: string
  variant?: 'primary' | 'delete'
  pending?: boolean
  error?: Failure | null
  onConfirm: () => void
  onClose: () => void
  returnFocus?: () => HTMLElement | null
}

/** The dialog of `confirm()`. Cancel has the first focus, and only its buttons and Escape close it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, error, onConfirm, onClose, returnFocus } = props
  const { confirmLabel = 'Confirm', cancelLabel = 'Cancel', variant = 'primary', pending = false } = props
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
            <FieldError>{error.message}</FieldError>
            <Reference requestId={error.requestId} />
          </div>
        )}
      </DialogBody>
      <DialogFoot>
        <Button data-autofocus disabled={pending} onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button variant={variant} busy={pending} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
