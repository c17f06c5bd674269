import { useState, type FormEvent } from 'react'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { signOnName } from '../../shell/sign-on-setting.ts'
import { Button } from '../../ui/button.tsx'
import { openSignOnWindow, windowRefused } from './sign-on-window.ts'

type SignOnConfirmationProps = { onClose: () => void; onOtherWay?: () => void }

/** Confirms the identity in a window of the provider. The page learns of it as from any other tab. */
export function SignOnConfirmation({ onClose, onOtherWay }: SignOnConfirmationProps) {
  const [isRefused, setIsRefused] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsRefused(!openSignOnWindow('confirm'))
  }
  return (
    <FormDialog
      open
      size="small"
      title="Confirm it is you"
      hasDraft={false}
      pending={false}
      error={isRefused ? windowRefused : null}
      onSubmit={submit}
      onClose={onClose}
      cancelLabel="Cancel"
      submitLabel="Continue"
    >
      <p>You signed in a while ago. Sign in again with {signOnName} to go on, in a window of its own.</p>
      {onOtherWay && (
        <div>
          <Button size="small" onClick={onOtherWay}>
            Use another way
          </Button>
        </div>
      )}
    </FormDialog>
  )
}
