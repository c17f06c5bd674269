import type { PasskeyCreation } from '@health-console/contract/passkeys.ts'
import { recoveryCodeCount } from '@health-console/contract/second-factor.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { isUnconfirmed } from '../../api/errors.ts'
import { Fetched } from '../../api/fetched.tsx'
import { ActionLine } from '../../ui/dialogs/action-line.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { confirm } from '../../ui/dialogs/confirm.ts'
import { InfoDialog } from '../../ui/dialogs/info-dialog.tsx'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import { Note } from '../../ui/page/note.tsx'
import { toast } from '../../ui/toasts.ts'
import { PasskeyList } from './passkey-list.tsx'
import { secondFactorQuery, useBeginPasskey, useBeginSecondFactor, useRenewRecoveryCodes } from './queries.ts'
import styles from './second-factor.module.css'
import type { Setup } from './set-up-dialog.tsx'
import { useConfirmRemove } from './use-confirm-remove.ts'

/** With fewer codes than this, the dialog warns. */
const fewCodes = 3

type StateDialogProps = {
  onSetup: (setup: Setup) => void
  onPasskey: (options: PasskeyCreation) => void
  onCodes: (recoveryCodes: string[]) => void
  onClose: () => void
}

/** The state of the admin's second factor, with the actions to change it. */
export function StateDialog({ onSetup, onPasskey, onCodes, onClose }: StateDialogProps) {
  const state = useQuery(secondFactorQuery)
  const begin = useBeginSecondFactor()
  const beginPasskey = useBeginPasskey()
  const add = useRef<HTMLButtonElement>(null)
  return (
    <InfoDialog onClose={onClose} title="Two-step sign-in">
      <Fetched query={state} failure="Couldn’t load your two-step sign-in settings">
        {({ data: { isSet, isRequired, since, passkeys, recoveryCodesLeft } }) => (
          <>
            <p>
              {isSet
                ? 'You sign in with your password plus one of these. A passkey also works on its own.'
                : 'Add a passkey or an authenticator app so that a stolen password isn’t enough to get in.'}
            </p>
            <ActionLine>
              <b>Passkeys</b>
              <Button
                ref={add}
                busy={beginPasskey.isPending}
                onClick={() => beginPasskey.mutate(undefined, { onSuccess: onPasskey, onError: showError })}
              >
                Add a passkey
              </Button>
            </ActionLine>
            {passkeys.length > 0 && (
              <PasskeyList passkeys={passkeys} isLast={passkeys.length === 1 && since === ''} next={add} />
            )}
            <ActionLine>
              <span>
                <b>Authenticator app</b>
                {since && (
                  <>
                    <br />
                    Set up <Timestamp time={since} />
                  </>
                )}
              </span>
              <span className={styles.buttons}>
                {since && passkeys.length > 0 && <RemoveApp next={add} />}
                <Button
                  busy={begin.isPending}
                  onClick={() => begin.mutate(undefined, { onSuccess: onSetup, onError: showError })}
                >
                  {since ? 'Replace' : 'Set up'}
                </Button>
              </span>
            </ActionLine>
            {isSet && <RecoveryCodes left={recoveryCodesLeft} onCodes={onCodes} />}
            {isSet && !isRequired && <TurnOff next={add} />}
          </>
        )}
      </Fetched>
    </InfoDialog>
  )
}

function RecoveryCodes({ left, onCodes }: { left: number; onCodes: StateDialogProps['onCodes'] }) {
  const renew = useRenewRecoveryCodes()
  const onClick = () =>
    confirm({
      title: 'Create new recovery codes?',
      body: 'Your saved codes will stop working.',
      action: async () => onCodes((await renew.mutateAsync()).data.recoveryCodes),
    })
  return (
    <>
      {left <= fewCodes && <Note tone="warning">Create new recovery codes before you run out of them.</Note>}
      <ActionLine>
        <span>
          <b>Recovery codes</b>
          <br />
          {left} of {recoveryCodeCount} left
        </span>
        <Button onClick={() => void onClick()}>Create new codes</Button>
      </ActionLine>
    </>
  )
}

type RemoveProps = { next: Parameters<typeof useConfirmRemove>[0] }

function RemoveApp({ next }: RemoveProps) {
  const confirmRemove = useConfirmRemove(next)
  const onClick = () =>
    confirmRemove('app', {
      title: 'Remove the authenticator app?',
      body: 'Its codes will stop working. You’ll sign in with your passkeys instead.',
      confirmLabel: 'Remove',
      done: 'Authenticator app removed',
    })
  return <Button onClick={onClick}>Remove</Button>
}

function TurnOff({ next }: RemoveProps) {
  const confirmRemove = useConfirmRemove(next)
  const onClick = () =>
    confirmRemove('all', {
      title: 'Turn off two-step sign-in?',
      body: 'You’ll sign in with just your password. Your passkeys, app and recovery codes will stop working.',
      confirmLabel: 'Turn off',
      done: 'Two-step sign-in turned off',
    })
  return (
    <ActionLine>
      <b>Two-step sign-in</b>
      <Button variant="delete" onClick={onClick}>
        Turn off
      </Button>
    </ActionLine>
  )
}

function showError(error: Error): void {
  if (!isUnconfirmed(error)) toast.error(error.message, error)
}
