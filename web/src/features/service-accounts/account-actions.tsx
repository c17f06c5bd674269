import type { ServiceAccount } from '@health-console/contract/staff/service-accounts.ts'
import { HandshakeIcon, RefreshCwIcon, XIcon } from 'lucide-react'
import { pageHeading } from '../../lib/page-heading.ts'
import { isolate } from '../../lib/isolate.ts'
import { type Act, RowMenu } from '../../table/row-action.tsx'
import { confirm } from '../../ui/dialogs/confirm.ts'
import { toast } from '../../ui/toasts.ts'
import { Data } from '../../ui/values/data.tsx'
import { useTakeOverAccount, useRevokeAccount } from './queries.ts'

type AccountActionsProps = { account: ServiceAccount; onRotate: () => void }

export function AccountActions(props: AccountActionsProps) {
  return <RowMenu of={isolate(props.account.name)} acts={useAccountActs(props)} />
}

/** What can be done with an account: the usual action first, then the one that revokes it. */
export function useAccountActs({ account, onRotate }: AccountActionsProps): [usual: Act, revoke: Act] {
  const adopt = useTakeOverAccount()
  const end = useRevokeAccount()
  const { id, tokens, endsAt } = account
  const name = isolate(account.name)

  const confirmTakeOver = () =>
    confirm({
      title: (
        <>
          Take over <Data>{name}</Data>?
        </>
      ),
      body: 'You’ll become its owner, and it will no longer expire. Scopes, networks and tokens don’t change.',
      confirmLabel: 'Take over',
      action: async () => {
        await adopt.mutateAsync(id)
        toast.success(
          <>
            You now own <Data>{name}</Data>
          </>,
        )
      },
      // The button that was pressed is no longer there.
      returnFocus: (isConfirmed) => (isConfirmed ? pageHeading() : null),
    })

  const confirmRevoke = () =>
    confirm({
      title: (
        <>
          Revoke <Data>{name}</Data>?
        </>
      ),
      body: 'Its tokens will stop working immediately. This can’t be undone.',
      variant: 'delete',
      confirmLabel: 'Revoke',
      action: async () => {
        await end.mutateAsync(id)
        toast.success(
          <>
            <Data>{name}</Data> revoked
          </>,
        )
      },
      returnFocus: (isConfirmed) => (isConfirmed ? pageHeading() : null),
    })

  const usual =
    endsAt === null
      ? {
          icon: RefreshCwIcon,
          label: tokens.length > 0 ? 'Rotate' : 'Create token',
          name: tokens.length > 0 ? `Rotate the token of ${name}` : `Create a token for ${name}`,
          onChoose: onRotate,
        }
      : {
          icon: HandshakeIcon,
          label: 'Take over',
          name: `Take over ${name}`,
          onChoose: () => void confirmTakeOver(),
        }
  const revoke = {
    icon: XIcon,
    label: 'Revoke',
    name: `Revoke ${name}`,
    isDelete: true,
    onChoose: () => void confirmRevoke(),
  }
  return [
    { ...usual, iconWhenNarrow: true },
    { ...revoke, iconWhenNarrow: true },
  ]
}
