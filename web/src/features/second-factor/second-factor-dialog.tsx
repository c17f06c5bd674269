import type { Admin } from '@health-console/contract/admins.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FirstDialog } from './first-dialog.tsx'
import { rememberSecondFactor, secondFactorQuery } from './queries.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SetUpDialog, type Setup } from './set-up-dialog.tsx'
import { StateDialog } from './state-dialog.tsx'

type SecondFactorDialogProps = {
  admin: Admin
  /** The role needs it, and nothing else opens before: `onClose` logs out. */
  isFirst?: boolean
  onClose: () => void
}

/** The way through a setup: what there is, the code to scan, the recovery codes. Mount it when it opens. */
export function SecondFactorDialog({ admin, isFirst = false, onClose }: SecondFactorDialogProps) {
  const queryClient = useQueryClient()
  const [setup, setSetup] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)

  const finish = () => {
    setCodes(null)
    setSetup(null)
    void queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    // the codes have been shown: what waited for the setup opens now
    rememberSecondFactor(queryClient, 'set')
  }

  if (codes) return <RecoveryCodesDialog codes={codes} email={admin.email} onDone={finish} />
  if (setup) return <SetUpDialog setup={setup} onConfirmed={setCodes} onBack={() => setSetup(null)} />
  if (isFirst) return <FirstDialog onSetup={setSetup} onLogOut={onClose} />
  return <StateDialog onSetup={setSetup} onCodes={setCodes} onClose={onClose} />
}
