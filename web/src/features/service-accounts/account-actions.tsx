import type { ServiceAccount } from '@health-console/contract/service-accounts.ts'
import { HandshakeIcon, RefreshCwIcon, XIcon } from 'lucide-react'
import { pageHeading } from '../../lib/page-heading.ts'
import { isolate } from '../../lib/isolate.ts'
import { RowAction, RowActions } from '../../table/row-action.tsx'
import { confirm } from '../../ui/dialogs/confirm.ts'
import { toast } from '../../ui/toasts.ts'
import { Data } from '../../ui/values/data.tsx'
import { useTakeOverAccount, useRevokeAccount } from './queries.ts'

type AccountActionsProps = { account: ServiceAccount; onRotate: () => void }

export function AccountActions({ account, onRotate }: AccountActionsProps) {
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

  return (
    <RowActions>
      {endsAt === null ? (
        <RowAction
          icon={RefreshCwIcon}
          iconWhenNarrow
          label={tokens.length > 0 ? 'Rotate' : 'Create token'}
          aria-label={tokens.length > 0 ? `Rotate the token of ${name}` : `Create a token for ${name}`}
          onClick={onRotate}
        />
      ) : (
        <RowAction
          icon={HandshakeIcon}
          iconWhenNarrow
          label="Take over"
          aria-label={`Take over ${name}`}
          onClick={() => void confirmTakeOver()}
        />
      )}
      <RowAction
        variant="delete"
        icon={XIcon}
        iconWhenNarrow
        label="Revoke"
        aria-label={`Revoke ${name}`}
        onClick={() => void confirmRevoke()}
      />
    </RowActions>
  )
}
