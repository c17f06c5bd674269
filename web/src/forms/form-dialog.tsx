import type { FormEvent, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../ui/dialog.tsx'
import { FormError } from './form-error.tsx'

type FormDialogProps = {
  open: boolean
  title: ReactNode
  size?: 'small' | 'medium' | 'large' | 'wide'
  /** false: only its own buttons close it. */
  closable?: boolean
  /** The answer is on its way: the submit button is busy and the dialog stays. */
  pending: boolean
  /** What the server said; it shows inside, above the buttons. */
  error: string | null
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  submitLabel: string
  submitDisabled?: boolean
  /** Without it the close button in the corner is the only way out beside Escape. */
  cancelLabel?: string
  children: ReactNode
}

/** Every dialog with a form. `pending` and `error` are required, so that no dialog forgets them. */
export function FormDialog(props: FormDialogProps) {
  const {
    open,
    title,
    size = 'medium',
    pending,
    error,
    onSubmit,
    onClose,
    submitLabel,
    submitDisabled,
    children,
  } = props
  const { cancelLabel, closable = true } = props
  const close = () => {
    if (!pending) onClose()
  }
  return (
    <Dialog open={open} onClose={close} title={title} size={size} closable={closable}>
      <form noValidate onSubmit={onSubmit} aria-busy={pending}>
        <DialogBody>
          {children}
          <FormError>{error}</FormError>
        </DialogBody>
        <DialogFoot>
          {cancelLabel && (
            <Button disabled={pending} onClick={close}>
              {cancelLabel}
            </Button>
          )}
          <Button type="submit" variant="primary" busy={pending} disabled={submitDisabled}>
            {submitLabel}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
