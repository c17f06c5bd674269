import type { ServiceAccount } from '@health-console/contract/staff/service-accounts.ts'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialogs/dialog.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { type Pair, PairsList } from '../../ui/page/pairs-list.tsx'
import { Data } from '../../ui/values/data.tsx'
import { useAccountActs } from './account-actions.tsx'
import { Expiry, LastUse, Lines, Networks, Owner, Tokens } from './columns.tsx'
import { workingTokens } from './tokens.ts'

type AccountDetailsProps = { account: ServiceAccount; atMs: number; onRotate: () => void; onClose: () => void }

/** Everything about an account, and what can be done with it, where the list has no place for it. */
export function AccountDetails({ account, atMs, onRotate, onClose }: AccountDetailsProps) {
  const [usual, revoke] = useAccountActs({ account, onRotate })
  const pairs: Pair[] = [
    ['Scopes', <Lines key="scopes" texts={account.scopes} />],
    ['Owner', <Owner key="owner" account={account} />],
    ['Networks', <Networks key="networks" account={account} />],
    ['Tokens', workingTokens(account, atMs).length > 0 && <Tokens key="tokens" account={account} atMs={atMs} />],
    ['Last use', <LastUse key="use" account={account} />],
    ['Expiry', <Expiry key="expiry" account={account} atMs={atMs} />],
  ]
  return (
    <Dialog open title={<Data>{account.name}</Data>} onClose={onClose}>
      <DialogBody>
        <PairsList pairs={pairs} />
      </DialogBody>
      <DialogFoot>
        <Button variant="delete" quiet startIcon={revoke.icon} aria-label={revoke.name} onClick={revoke.onChoose}>
          {revoke.label}
        </Button>
        <Button variant="primary" startIcon={usual.icon} aria-label={usual.name} onClick={usual.onChoose}>
          {usual.label}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
