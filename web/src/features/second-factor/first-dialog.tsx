import { PlusIcon } from 'lucide-react'
import type { PasskeyCreation } from '@health-console/contract/passkeys.ts'
import { FormError } from '../../forms/form-error.tsx'
import { formError } from '../../forms/server-errors.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialogs/dialog.tsx'
import { Setting } from '../../ui/dialogs/setting.tsx'
import { useBeginPasskey, useBeginSecondFactor } from './queries.ts'
import type { Setup } from './set-up-dialog.tsx'

type FirstDialogProps = {
  onSetup: (setup: Setup) => void
  onPasskey: (options: PasskeyCreation) => void
  onLogOut: () => void
}

/** The first dialog for an admin whose role requires a second factor. */
export function FirstDialog({ onSetup, onPasskey, onLogOut }: FirstDialogProps) {
  const begin = useBeginSecondFactor()
  const beginPasskey = useBeginPasskey()
  return (
    <Dialog open closable={false} onClose={onLogOut} title="One more step">
      <DialogBody>
        <p>
          Your account requires two-step sign-in: a passkey or a code from an authenticator app in addition to your
          password. Set one up now; you can add more later in Settings.
        </p>
        <div>
          <Setting label="Passkey" state="This device, your phone or a security key">
            <div>
              <Button
                data-autofocus
                variant="primary"
                startIcon={PlusIcon}
                busy={beginPasskey.isPending}
                onClick={() => beginPasskey.mutate(undefined, { onSuccess: onPasskey })}
              >
                Add a passkey
              </Button>
            </div>
          </Setting>
          <Setting label="Authenticator app" state="An app on your phone, such as the one your organisation recommends">
            <Button
              quiet
              size="small"
              aria-label="Set up the authenticator app"
              busy={begin.isPending}
              onClick={() => begin.mutate(undefined, { onSuccess: onSetup })}
            >
              Set up
            </Button>
          </Setting>
        </div>
        <FormError failure={formError(begin.error ?? beginPasskey.error)} />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onLogOut}>Log out</Button>
      </DialogFoot>
    </Dialog>
  )
}
