import { FormError } from '../../forms/form-error.tsx'
import { formMessage } from '../../forms/server-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { useBeginSecondFactor } from './queries.ts'
import type { Setup } from './set-up-dialog.tsx'

type FirstDialogProps = { onSetup: (setup: Setup) => void; onLogOut: () => void }

/** Before anything else opens for somebody whose role needs a second factor. */
export function FirstDialog({ onSetup, onLogOut }: FirstDialogProps) {
  const begin = useBeginSecondFactor()
  return (
    <Dialog open closable={false} onClose={onLogOut} title="One more step">
      <DialogBody>
        <p>
          Your account needs a second factor: besides the password, signing in takes a code of an authenticator app on
          your phone.
        </p>
        <p>Have such an app at hand, for example the one of your organisation, then begin.</p>
        <FormError>{formMessage(begin.error)}</FormError>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onLogOut}>Log out</Button>
        <Button
          variant="primary"
          data-autofocus
          busy={begin.isPending}
          onClick={() => begin.mutate(undefined, { onSuccess: ({ data }) => onSetup(data) })}
        >
          Set up
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
