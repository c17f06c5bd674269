import type { ServiceAccount } from '@health-console/contract/service-accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { PlusIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { useRetry } from '../../api/use-retry.ts'
import { fetchedLater, useFetchAhead } from '../../shell/fetched-later.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { useIsNarrow } from '../../table/use-is-narrow.ts'
import { Badge } from '../../ui/values/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { AccountActions } from './account-actions.tsx'
import { columns, narrowBelowPx, narrowColumns } from './columns.tsx'
import { failedToFetchAccounts, serviceAccountsQuery } from './queries.ts'
import styles from './service-accounts.module.css'

const AccountDialog = fetchedLater(async () => (await import('./account-dialog.tsx')).AccountDialog)
const RotateDialog = fetchedLater(async () => (await import('./rotate-dialog.tsx')).RotateDialog)
const TokenDialog = fetchedLater(async () => (await import('./token-dialog.tsx')).TokenDialog)

/** A dialog of an account. The token that was just made is kept nowhere else. */
type Open =
  | { dialog: 'account' }
  | { dialog: 'rotate'; account: ServiceAccount }
  | { dialog: 'token'; account: ServiceAccount; made: { token: string; id: string; expiresAt: string } }

/** The second section of Admins: what devices and servers sign in with. */
export function ServiceAccounts() {
  useFetchAhead(AccountDialog, TokenDialog)
  const accounts = useQuery(serviceAccountsQuery)
  const failed = useRetry(accounts)
  const [open, setOpen] = useState<Open | null>(null)
  const table = useRef<HTMLElement>(null)
  const isNarrow = useIsNarrow(table, narrowBelowPx)
  const list = accounts.data?.data ?? []
  const toAdopt = list.filter(({ endsAt }) => endsAt !== null).length
  const rows = list.map((account) => ({
    id: account.id,
    account,
    atMs: accounts.dataUpdatedAt,
    actions: <AccountActions account={account} onRotate={() => setOpen({ dialog: 'rotate', account })} />,
  }))
  const close = () => setOpen(null)

  return (
    <>
      <div className={styles.head}>
        <div>
          <div className={styles.title}>
            <h2>
              <span>Service accounts</span> {accounts.data && <span className={styles.count}>{list.length}</span>}
            </h2>
            {toAdopt > 0 && (
              <Badge colour="yellow" label={toAdopt === 1 ? '1 needs a new owner' : `${toAdopt} need a new owner`} />
            )}
          </div>
          <p className={`stamp ${styles.wide}`}>
            For devices and servers, which authenticate with a token. Scopes limit what they can do. Times are in UTC.
          </p>
        </div>
        <Button startIcon={PlusIcon} aria-label="New account" onClick={() => setOpen({ dialog: 'account' })}>
          <span>
            New<span className={styles.wide}> account</span>
          </span>
        </Button>
      </div>
      <DataTable
        label="Service accounts"
        ref={table}
        isWhole
        density="dense"
        columns={isNarrow ? narrowColumns : columns}
        rows={rows}
        empty={{ subtitle: 'Create one for each server or device fleet.' }}
        loading={accounts.isPending}
        failed={failed && { title: failedToFetchAccounts, ...failed }}
      />
      {open?.dialog === 'account' && (
        <AccountDialog onCreated={(account) => setOpen({ dialog: 'rotate', account })} onClose={close} />
      )}
      {open?.dialog === 'rotate' && (
        <RotateDialog
          account={list.find(({ id }) => id === open.account.id) ?? open.account}
          onMade={(made) => setOpen({ dialog: 'token', account: open.account, made })}
          onClose={close}
        />
      )}
      {open?.dialog === 'token' && (
        <TokenDialog
          account={list.find(({ id }) => id === open.account.id) ?? open.account}
          made={open.made}
          onClose={close}
        />
      )}
    </>
  )
}
