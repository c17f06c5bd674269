import { type ComponentProps, useRef, type FormEvent, type KeyboardEvent } from 'react'
import type { Failure } from '../lib/failure.ts'
import { useAskBeforeUnload } from '../lib/use-ask-before-unload.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Links } from '../ui/buttons/links.tsx'
import { confirmDiscard } from '../ui/dialogs/confirm.ts'
import {
  Dialog,
  DialogBody,
  DialogFoot,
  DialogLinks,
  type DialogFootProps,
  type DialogProps,
} from '../ui/dialogs/dialog.tsx'
import { FormError } from './form-error.tsx'

type FormDialogProps = Pick<DialogProps, 'title' | 'size' | 'closable' | 'returnFocus' | 'onClose' | 'children'> &
  Pick<DialogFootProps, 'lead'> & {
    /**
     * Whether something was typed. Escape, a click outside, the close button and a reload then need a confirmation
     * before it is discarded.
     */
    hasDraft?: boolean
    /** Whether a request is in progress. The submit button is then busy and the dialog stays open. */
    pending?: boolean
    /** The error that is shown above the buttons. */
    error: Failure | null
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
    submitLabel: string
    submitDisabled?: boolean
    submitVariant?: 'primary' | 'delete'
    /** Gives the submit button the first focus, because there is nothing to type. */
    focusSubmit?: boolean
    cancelLabel?: string
    /** Cancels the request. Without it, Cancel does not work during the request. */
    onStop?: () => void
    /** Other ways than the form, in a line below its buttons. */
    links?: ComponentProps<typeof Links>['links']
    /** If false, pressing Enter in a field does not submit the form. */
    submitByEnter?: boolean
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
  onStop,
  links = [],
  submitByEnter = true,
  lead,
  children,
  ...dialog
}: FormDialogProps) {
  const submitButton = useRef<HTMLButtonElement>(null)
  useAskBeforeUnload(hasDraft)
  const dismiss = async () => {
    if (pending || (hasDraft && !(await confirmDiscard()))) return
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    const isInField = event.target instanceof HTMLInputElement
    if (isInField && !submitByEnter) return event.preventDefault()
    if (!(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submitButton.current?.click()
  }
  return (
    <Dialog open onClose={() => void dismiss()} {...dialog}>
      {/* The keys come from the dialog's fields. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form noValidate onSubmit={onSubmit} onKeyDown={onKeyDown} aria-busy={pending}>
        <DialogBody>
          {children}
          <FormError failure={error} />
        </DialogBody>
        <DialogFoot lead={lead}>
          <Button disabled={pending && !onStop} onClick={(pending && onStop) || onClose}>
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
        {links.length > 0 && (
          <DialogLinks>
            <Links links={links} />
          </DialogLinks>
        )}
      </form>
    </Dialog>
  )
}
