import type { PasskeyCreation } from '@health-console/contract/staff/passkeys.ts'
import { recoveryCodeCount } from '@health-console/contract/staff/second-factor.ts'
import { useQuery } from '@tanstack/react-query'
import { PlusIcon } from 'lucide-react'
import { type Ref, useRef } from 'react'
import { showFailure } from '../../api/show-failure.ts'
import { Fetched } from '../../api/fetched.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { confirm } from '../../ui/dialogs/confirm.ts'
import { InfoDialog } from '../../ui/dialogs/info-dialog.tsx'
import { Setting } from '../../ui/dialogs/setting.tsx'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import { Note } from '../../ui/page/note.tsx'
import { formatDate } from '../../lib/dates.ts'
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
            {isSet && recoveryCodesLeft <= fewCodes && (
              <Note tone="warning">Create new recovery codes before you run out of them.</Note>
            )}
            <div className={styles.methods}>
              <Setting label="Passkeys" state={passkeys.length === 0 && 'Not set up'}>
                <AddPasskey ref={add} isFirst={passkeys.length === 0} onPasskey={onPasskey} />
              </Setting>
              {passkeys.length > 0 && (
                <PasskeyList passkeys={passkeys} isLast={passkeys.length === 1 && since === ''} next={add} />
              )}
              <Setting
                label="Authenticator app"
                state={since ? <Timestamp time={since}>Set up on {formatDate(since)}</Timestamp> : 'Not set up'}
              >
                <span className={styles.buttons}>
                  {since && passkeys.length > 0 && <RemoveApp next={add} />}
                  <Button
                    quiet
                    size="small"
                    aria-label={`${since ? 'Replace' : 'Set up'} the authenticator app`}
                    busy={begin.isPending}
                    onClick={() =>
                      begin.mutate(undefined, { onSuccess: onSetup, onError: (error) => showFailure(error) })
                    }
                  >
                    {since ? 'Replace' : 'Set up'}
                  </Button>
                </span>
              </Setting>
              {isSet && <RecoveryCodes left={recoveryCodesLeft} onCodes={onCodes} />}
              {isSet && (
                <Setting label="Two-step sign-in" state={isRequired ? 'On, your role requires it' : 'On'}>
                  {!isRequired && <TurnOff next={add} />}
                </Setting>
              )}
            </div>
          </>
        )}
      </Fetched>
    </InfoDialog>
  )
}

type AddPasskeyProps = Pick<StateDialogProps, 'onPasskey'> & { ref: Ref<HTMLButtonElement>; isFirst: boolean }

/** The main action while there is no passkey. */
function AddPasskey({ ref, isFirst, onPasskey }: AddPasskeyProps) {
  const begin = useBeginPasskey()
  const button = (
    <Button
      ref={ref}
      {...(isFirst ? { variant: 'primary' } : { quiet: true, size: 'small' })}
      startIcon={PlusIcon}
      busy={begin.isPending}
      onClick={() => begin.mutate(undefined, { onSuccess: onPasskey, onError: (error) => showFailure(error) })}
    >
      Add a passkey
    </Button>
  )
  return isFirst ? <div>{button}</div> : button
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
    <Setting label="Recovery codes" state={`${left} of ${recoveryCodeCount} left`}>
      <Button quiet size="small" onClick={() => void onClick()}>
        Create new codes
      </Button>
    </Setting>
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
  return (
    <Button quiet size="small" aria-label="Remove the authenticator app" onClick={onClick}>
      Remove
    </Button>
  )
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
    <Button quiet size="small" variant="delete" aria-label="Turn off two-step sign-in" onClick={onClick}>
      Turn off
    </Button>
  )
}
