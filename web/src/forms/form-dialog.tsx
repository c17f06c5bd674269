import { useRef, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { askToDiscard } from '../ui/confirm.ts'
import { Dialog, DialogBody, DialogFoot } from '../ui/dialog.tsx'
import { FormError } from './form-error.tsx'

type FormDialogProps = {
  open: boolean
  title: ReactNode
  size?: 'small' | 'medium' | 'large' | 'wide'
  /** false: only its own buttons close it. */
  closable?: boolean
  /** What gets the focus at the end; null: the control that opened it. */
  returnFocus?: () => HTMLElement | null
  /** Something was typed: Escape, a click outside and the close button ask before it is discarded. */
  hasDraft: boolean
  /** A call is in progress: the submit button is busy and the dialog stays open. */
  pending: boolean
  /** The server's error, shown above the buttons. */
  error: string | null
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  submitLabel: string
  submitDisabled?: boolean
  /** The submit button has the first focus, because there is nothing to type. */
  focusSubmit?: boolean
  /** Without it only the close button in the corner and Escape close the dialog. */
  cancelLabel?: string
  children: ReactNode
}

/** The dialog for all forms. Ctrl+Enter submits. */
export function FormDialog(props: FormDialogProps) {
  const {
    open,
    title,
    size = 'medium',
    hasDraft,
    pending,
    error,
    onSubmit,
    onClose,
    submitLabel,
    submitDisabled,
    children,
  } = props
  const { cancelLabel, closable = true, focusSubmit = false, returnFocus } = props
  const submitButton = useRef<HTMLButtonElement>(null)
  const dismiss = async () => {
    if (pending || (hasDraft && !(await askToDiscard()))) return
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submitButton.current?.click()
  }
  return (
    <Dialog
      open={open}
      onClose={() => void dismiss()}
      title={title}
      size={size}
      closable={closable}
      {...(returnFocus && { returnFocus })}
    >
      {/* the keys come from its fields */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form noValidate onSubmit={onSubmit} onKeyDown={onKeyDown} aria-busy={pending}>
        <DialogBody>
          {children}
          <FormError>{error}</FormError>
        </DialogBody>
        <DialogFoot>
          {cancelLabel && (
            <Button disabled={pending} onClick={onClose}>
              {cancelLabel}
            </Button>
          )}
          <Button
            ref={submitButton}
            type="submit"
            variant="primary"
            data-autofocus={focusSubmit || undefined}
            busy={pending}
            disabled={submitDisabled}
          >
            {submitLabel}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
