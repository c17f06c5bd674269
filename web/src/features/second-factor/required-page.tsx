import { PlusIcon } from 'lucide-react'
import type { PasskeyCreation } from '@health-console/contract/staff/passkeys.ts'
import { useEffect } from 'react'
import { FormError } from '../../forms/form-error.tsx'
import { formError } from '../../forms/server-errors.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { focusHeading } from '../../shell/focus-heading.ts'
import { PublicActions, PublicSubtitle } from '../../shell/public-page.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Setting } from '../../ui/dialogs/setting.tsx'
import { useBeginPasskey, useBeginSecondFactor } from './queries.ts'
import type { Setup } from './set-up-dialog.tsx'

type RequiredPageProps = {
  onSetup: (setup: Setup) => void
  onPasskey: (options: PasskeyCreation) => void
  onLogOut: () => void
}

/** The public page for an admin whose role requires a second factor. Nothing else opens before it is set up. */
export function RequiredPage({ onSetup, onPasskey, onLogOut }: RequiredPageProps) {
  useDocumentTitle('One more step')
  const begin = useBeginSecondFactor()
  const beginPasskey = useBeginPasskey()
  useEffect(() => void focusHeading(), [])
  return (
    <>
      <h1 tabIndex={-1}>One more step</h1>
      <PublicSubtitle>
        Your account requires two-step sign-in: a passkey or a code from an authenticator app in addition to your
        password. Set one up now; you can add more later in Settings.
      </PublicSubtitle>
      <PublicActions>
        <div>
          <Setting isWide label="Passkey" state="This device, your phone or a security key">
            <div>
              <Button
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
        <Button onClick={onLogOut}>Log out</Button>
      </PublicActions>
    </>
  )
}
