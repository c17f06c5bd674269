import { useRef, type FormEvent, type KeyboardEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { confirmDiscard } from '../ui/confirm.ts'
import { Dialog, DialogBody, DialogFoot, type DialogProps } from '../ui/dialog.tsx'
import { FormError } from './form-error.tsx'

type FormDialogProps = Pick<DialogProps, 'title' | 'size' | 'closable' | 'returnFocus' | 'onClose' | 'children'> & {
  /** Something was typed: Escape, a click outside and the close button need a confirmation before it is discarded. */
  hasDraft?: boolean
  /** A call is in progress: the submit button is busy and the dialog stays open. */
  pending?: boolean
  /** The server's error, shown above the buttons. */
  error: string | null
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  submitLabel: string
  submitDisabled?: boolean
  submitVariant?: 'primary' | 'delete'
  /** The submit button has the first focus, because there is nothing to type. */
  focusSubmit?: boolean
  cancelLabel?: string
}

/** The dialog for all forms. Ctrl+Enter submits. */
export function FormDialog({
  hasDraft = false,
  pending = false,
  error,
  onSubmit,
  onClose,
  submitLabel,
  submitDisabled,
  submitVariant = 'primary',
  focusSubmit = false,
  cancelLabel = 'Cancel',
  children,
  ...dialog
}: FormDialogProps) {
  const submitButton = useRef<HTMLButtonElement>(null)
  const dismiss = async () => {
    if (pending || (hasDraft && !(await confirmDiscard()))) return
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submitButton.current?.click()
  }
  return (
    <Dialog open onClose={() => void dismiss()} {...dialog}>
      {/* the keys come from its fields */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form noValidate onSubmit={onSubmit} onKeyDown={onKeyDown} aria-busy={pending}>
        <DialogBody>
          {children}
          <FormError>{error}</FormError>
        </DialogBody>
        <DialogFoot>
          <Button disabled={pending} onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button
            ref={submitButton}
            type="submit"
            variant={submitVariant}
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
