import type { Admin } from '@health-console/contract/staff/admins.ts'
import type { PasskeyCreation } from '@health-console/contract/staff/passkeys.ts'
import { type ReactNode, useState } from 'react'
import { toast } from '../../ui/toasts.ts'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { rememberSecondFactor } from './queries.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { RequiredPage } from './required-page.tsx'
import { SetUpDialog, type Setup } from './set-up-dialog.tsx'
import { StateDialog } from './state-dialog.tsx'

type SecondFactorDialogProps = {
  admin: Admin
  /** Whether the role requires a second factor. The first step is then a page, and `onClose` logs out. */
  isFirst?: boolean
  onClose: () => void
}

/**
 * The steps of a setup: the current state, the code to scan or the passkey, the recovery codes. Mount it when it opens.
 */
export function SecondFactorDialog({ admin, isFirst = false, onClose }: SecondFactorDialogProps) {
  const [setup, setSetup] = useState<Setup | null>(null)
  const [passkey, setPasskey] = useState<PasskeyCreation | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)

  const finish = () => {
    setCodes(null)
    setSetup(null)
    setPasskey(null)
    // The codes have been shown, so the pages open now.
    rememberSecondFactor()
  }
  // Only the first factor comes with codes.
  const showCodes = (added: string) => (recoveryCodes: string[]) => {
    if (recoveryCodes.length > 0) return setCodes(recoveryCodes)
    toast.success(added)
    finish()
  }

  const handlers = { onSetup: setSetup, onPasskey: setPasskey }
  const step = stepOf()
  if (!isFirst) return step ?? <StateDialog {...handlers} onCodes={setCodes} onClose={onClose} />
  return (
    <>
      <RequiredPage {...handlers} onLogOut={onClose} />
      {step}
    </>
  )

  function stepOf(): ReactNode {
    if (codes) return <RecoveryCodesDialog codes={codes} email={admin.email} onDone={finish} />
    if (setup)
      return (
        <SetUpDialog setup={setup} onConfirmed={showCodes('Authenticator app set up')} onBack={() => setSetup(null)} />
      )
    if (!passkey) return null
    return (
      <AddPasskeyDialog
        options={passkey}
        onAdded={showCodes('Passkey added')}
        onOptions={setPasskey}
        onBack={() => setPasskey(null)}
      />
    )
  }
}
