import type { ServiceAccount } from '@health-console/contract/staff/service-accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { KeyRoundIcon, PlusIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { useFailedQuery } from '../../api/use-failed-query.ts'
import { phoneQuery, useMedia } from '../../lib/use-media.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { fetchedLater, useFetchAhead } from '../../shell/fetched-later.tsx'
import { AdminPageSegments } from '../../shell/page-segments.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { useIsNarrow } from '../../table/use-is-narrow.ts'
import { Badge } from '../../ui/values/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { columns, narrowBelowPx } from './columns.tsx'
import { failedToFetchAccounts, serviceAccountsQuery } from './queries.ts'

const AccountDialog = fetchedLater(async () => (await import('./account-dialog.tsx')).AccountDialog)
const AccountDetails = fetchedLater(async () => (await import('./account-details.tsx')).AccountDetails)
const RotateDialog = fetchedLater(async () => (await import('./rotate-dialog.tsx')).RotateDialog)
const TokenDialog = fetchedLater(async () => (await import('./token-dialog.tsx')).TokenDialog)

/** A dialog of an account. The token that was just created is stored nowhere else. */
type Open =
  | { dialog: 'account' }
  | { dialog: 'details'; account: ServiceAccount }
  | { dialog: 'rotate'; account: ServiceAccount }
  | { dialog: 'token'; account: ServiceAccount; made: { token: string; id: string; expiresAt: string } }

/** The accounts with which devices and servers sign in. */
export function ServiceAccountsPage() {
  useDocumentTitle('Service accounts')
  useFetchAhead(AccountDialog, AccountDetails, TokenDialog)
  const accounts = useQuery(serviceAccountsQuery)
  const failed = useFailedQuery(accounts)
  const [open, setOpen] = useState<Open | null>(null)
  const table = useRef<HTMLElement>(null)
  const isPhone = useMedia(phoneQuery)
  const isNarrow = useIsNarrow(table, narrowBelowPx)
  const list = accounts.data?.data ?? []
  const ownerless = list.filter(({ endsAt }) => endsAt !== null).length
  const rows = list.map((account) => ({
    id: account.id,
    account,
    atMs: accounts.dataUpdatedAt,
    onOpen: () => setOpen({ dialog: 'details', account }),
    onRotate: () => setOpen({ dialog: 'rotate', account }),
  }))
  const close = () => setOpen(null)
  // A revoked account is no longer there.
  const detailed = open?.dialog === 'details' ? list.find(({ id }) => id === open.account.id) : undefined

  return (
    <>
      <PageHeader
        icon={KeyRoundIcon}
        title="Service accounts"
        count={accounts.data && list.length}
        badge={
          ownerless > 0 && (
            <Badge colour="yellow" label={ownerless === 1 ? '1 needs a new owner' : `${ownerless} need a new owner`} />
          )
        }
        below={
          <p className="stamp">
            For devices and servers that connect with a token instead of a password. Times are in UTC.
          </p>
        }
        tools={
          <>
            <AdminPageSegments />
            <Button
              variant="primary"
              startIcon={PlusIcon}
              aria-label="New account"
              onClick={() => setOpen({ dialog: 'account' })}
            >
              {/* Beside the segments there is no room for more. */}
              {isPhone ? 'New' : 'New account'}
            </Button>
          </>
        }
      />
      <DataTable
        label="Service accounts"
        ref={table}
        density="dense"
        isNarrow={isNarrow}
        columns={columns}
        rows={rows}
        empty={{
          title: 'No service accounts yet.',
          action: (
            <Button size="small" startIcon={PlusIcon} onClick={() => setOpen({ dialog: 'account' })}>
              New account
            </Button>
          ),
        }}
        loading={accounts.isPending}
        failed={failed && { title: failedToFetchAccounts, ...failed }}
      />
      {open?.dialog === 'account' && (
        <AccountDialog onCreated={(account) => setOpen({ dialog: 'rotate', account })} onClose={close} />
      )}
      {detailed && (
        <AccountDetails
          account={detailed}
          atMs={accounts.dataUpdatedAt}
          onRotate={() => setOpen({ dialog: 'rotate', account: detailed })}
          onClose={close}
        />
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
