import type { PasskeyCreation } from '@health-console/contract/passkeys.ts'
import { recoveryCodeCount } from '@health-console/contract/second-factor.ts'
import { useQuery } from '@tanstack/react-query'
import { isUnconfirmed } from '../../api/errors.ts'
import { useRetry } from '../../api/use-retry.ts'
import { ActionLine } from '../../ui/action-line.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.ts'
import { InfoDialog } from '../../ui/info-dialog.tsx'
import { ErrorPanel, LoadingState } from '../../ui/empty-state.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toasts.ts'
import { focusAfterRemoval, PasskeyList } from './passkey-list.tsx'
import {
  secondFactorQuery,
  useBeginPasskey,
  useBeginSecondFactor,
  useRemoveFactor,
  useRenewRecoveryCodes,
} from './queries.ts'
import styles from './second-factor.module.css'
import type { Setup } from './set-up-dialog.tsx'

/** With fewer codes than this the dialog warns. */
const fewCodes = 3

type StateDialogProps = {
  onSetup: (setup: Setup) => void
  onPasskey: (options: PasskeyCreation) => void
  onCodes: (recoveryCodes: string[]) => void
  onClose: () => void
}

/** The state of the person's second factor, with the actions to change it. */
export function StateDialog({ onClose, ...acts }: StateDialogProps) {
  return (
    <InfoDialog onClose={onClose} title="Second factor">
      <State {...acts} />
    </InfoDialog>
  )
}

function State({ onSetup, onPasskey, onCodes }: Omit<StateDialogProps, 'onClose'>) {
  const state = useQuery(secondFactorQuery)
  const failed = useRetry(state)
  const begin = useBeginSecondFactor()
  const beginPasskey = useBeginPasskey()
  if (failed) return <ErrorPanel title="Failed to fetch the state of your second factor" {...failed} />
  if (!state.data) return <LoadingState />
  const { isSet, isRequired, since, passkeys, recoveryCodesLeft } = state.data.data
  const hasApp = since !== ''

  return (
    <>
      <p>
        {isSet
          ? 'Besides the password, signing in takes one of these. A passkey also signs in alone.'
          : 'With a passkey or an authenticator app, whoever learns your password cannot get in with it alone.'}
      </p>
      <ActionLine>
        <b>Passkeys</b>
        <Button
          data-add-passkey
          busy={beginPasskey.isPending}
          onClick={() => beginPasskey.mutate(undefined, { onSuccess: onPasskey, onError: tell })}
        >
          Add a passkey
        </Button>
      </ActionLine>
      {passkeys.length > 0 && <PasskeyList passkeys={passkeys} isLast={passkeys.length === 1 && !hasApp} />}
      <ActionLine>
        <span>
          <b>Authenticator app</b>
          {hasApp && (
            <>
              <br />
              Since <Moment time={since} />
            </>
          )}
        </span>
        <span className={styles.buttons}>
          {hasApp && passkeys.length > 0 && <RemoveApp />}
          <Button
            busy={begin.isPending}
            onClick={() => begin.mutate(undefined, { onSuccess: ({ data }) => onSetup(data), onError: tell })}
          >
            {hasApp ? 'Set up another' : 'Set up'}
          </Button>
        </span>
      </ActionLine>
      {isSet && <RecoveryCodes left={recoveryCodesLeft} onCodes={onCodes} />}
      {isSet && !isRequired && <TurnOff />}
    </>
  )
}

function RecoveryCodes({ left, onCodes }: { left: number; onCodes: StateDialogProps['onCodes'] }) {
  const renew = useRenewRecoveryCodes()
  const ask = () =>
    confirm({
      title: 'Make new recovery codes?',
      body: 'The ones that you have kept stop working.',
      action: async () => onCodes((await renew.mutateAsync()).data.recoveryCodes),
    })
  return (
    <>
      {left <= fewCodes && <Note tone="warning">Make new recovery codes before you run out of them.</Note>}
      <ActionLine>
        <span>
          <b>Recovery codes</b>
          <br />
          {left} of {recoveryCodeCount} left
        </span>
        <Button onClick={() => void ask()}>Make new ones</Button>
      </ActionLine>
    </>
  )
}

function RemoveApp() {
  const remove = useRemoveFactor()
  const ask = () =>
    confirm({
      title: 'Remove the authenticator app?',
      body: 'Its codes do not sign you in any more. Your passkeys do.',
      variant: 'delete',
      confirmLabel: 'Remove',
      action: async () => {
        await remove.mutateAsync('app')
        toast.success('The authenticator app is removed')
      },
      returnFocus: focusAfterRemoval,
    })
  return <Button onClick={() => void ask()}>Remove</Button>
}

function TurnOff() {
  const remove = useRemoveFactor()
  const ask = () =>
    confirm({
      title: 'Turn off the second factor?',
      body: 'After that the password alone signs you in. Passkeys, app and recovery codes stop working.',
      variant: 'delete',
      confirmLabel: 'Turn off',
      action: async () => {
        await remove.mutateAsync('all')
        toast.success('The second factor is turned off')
      },
      returnFocus: focusAfterRemoval,
    })
  return (
    <ActionLine>
      <b>Password alone</b>
      <Button variant="delete" onClick={() => void ask()}>
        Turn off
      </Button>
    </ActionLine>
  )
}

function tell(error: Error): void {
  if (!isUnconfirmed(error)) toast.error(error.message)
}
