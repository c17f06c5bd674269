import { recoveryCodeCount } from '@health-console/contract/second-factor.ts'
import { useQuery } from '@tanstack/react-query'
import { isSignedOut, isUnconfirmed } from '../../api/errors.ts'
import { useRetry } from '../../api/use-retry.ts'
import { ActionLine } from '../../ui/action-line.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.ts'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { ErrorPanel, LoadingState } from '../../ui/empty-state.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toasts.ts'
import { secondFactorQuery, useBeginSecondFactor, useRemoveSecondFactor, useRenewRecoveryCodes } from './queries.ts'
import type { Setup } from './set-up-dialog.tsx'

/** With fewer the way out is near its end. */
const fewCodes = 3

type StateDialogProps = {
  onSetup: (setup: Setup) => void
  onCodes: (recoveryCodes: string[]) => void
  onClose: () => void
}

/** Whether one's account has a second factor, and what to do about it. */
export function StateDialog({ onClose, ...acts }: StateDialogProps) {
  return (
    <Dialog open onClose={onClose} title="Second factor">
      <DialogBody>
        <State {...acts} />
      </DialogBody>
      <DialogFoot>
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function State({ onSetup, onCodes }: Omit<StateDialogProps, 'onClose'>) {
  const state = useQuery(secondFactorQuery)
  const failed = useRetry(state)
  const begin = useBeginSecondFactor()
  const renew = useRenewRecoveryCodes()
  const remove = useRemoveSecondFactor()
  if (failed) return <ErrorPanel title="Failed to fetch the state of your second factor" {...failed} />
  if (!state.data) return <LoadingState />
  const { isSet, isRequired, since, recoveryCodesLeft } = state.data.data

  const setUp = (label: string) => (
    <Button
      busy={begin.isPending}
      onClick={() => begin.mutate(undefined, { onSuccess: ({ data }) => onSetup(data), onError: tell })}
    >
      {label}
    </Button>
  )

  if (!isSet)
    return (
      <>
        <p>
          With an authenticator app on your phone, signing in takes a code besides the password. Whoever learns your
          password cannot get in with it alone.
        </p>
        <ActionLine>
          <b>Authenticator app</b>
          {setUp('Set up')}
        </ActionLine>
      </>
    )

  const askToRenew = () =>
    confirm({
      title: 'Make new recovery codes?',
      body: 'The ones that you have kept stop working.',
      action: async () => onCodes((await renew.mutateAsync()).data.recoveryCodes),
    })
  const askToRemove = () =>
    confirm({
      title: 'Turn off the second factor?',
      body: 'The password alone signs in then. The recovery codes stop working.',
      variant: 'delete',
      confirmLabel: 'Turn off',
      action: async () => {
        await remove.mutateAsync()
        toast.success('The second factor is turned off')
      },
    })

  return (
    <>
      <p>
        Signing in takes a code since <Moment time={since} />.
      </p>
      {recoveryCodesLeft <= fewCodes && <Note tone="warning">Make new recovery codes before you run out of them.</Note>}
      <ActionLine>
        <span>
          <b>Recovery codes</b>
          <br />
          {recoveryCodesLeft} of {recoveryCodeCount} left
        </span>
        <Button onClick={() => void askToRenew()}>Make new ones</Button>
      </ActionLine>
      <ActionLine>
        <b>Authenticator app</b>
        {setUp('Set up another')}
      </ActionLine>
      {!isRequired && (
        <ActionLine>
          <b>Password alone</b>
          <Button variant="delete" onClick={() => void askToRemove()}>
            Turn off
          </Button>
        </ActionLine>
      )}
    </>
  )
}

function tell(error: Error): void {
  if (!isSignedOut(error) && !isUnconfirmed(error)) toast.error(error.message)
}
