import type { ServiceAccount, ServiceToken } from '@health-console/contract/staff/service-accounts.ts'
import { showFailure } from '../../api/show-failure.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { Badge } from '../../ui/values/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { HistoryList } from '../../ui/page/history-list.tsx'
import { toast } from '../../ui/toasts.ts'
import { useRevokeToken } from './queries.ts'
import styles from './token-history.module.css'
import { inWords, shortToken } from './tokens.ts'

type TokenHistoryProps = {
  account: ServiceAccount
  tokens: ServiceToken[]
  /** The ID of the token that was just created. */
  newId?: string
  nowMs: number
}

/** The active tokens, each with its expiry. Those that are not new can be revoked now. */
export function TokenHistory({ account, tokens, newId, nowMs }: TokenHistoryProps) {
  const revoke = useRevokeToken(account.id)
  const end = (id: string) =>
    revoke.mutate(id, {
      onSuccess: () => toast.success(`${shortToken(id)} revoked`),
      onError: (error) => showFailure(error),
    })
  return (
    <HistoryList
      items={tokens.map(({ id, endsAt }) => {
        const until = `expires ${formatDateTime(endsAt)}, ${inWords(Date.parse(endsAt) - nowMs)}`
        const isNew = id === newId
        return {
          id,
          title: <code className="id">{shortToken(id)}</code>,
          badge: isNew && <Badge colour="green" label="New" />,
          detail: (
            <span className={styles.detail}>
              {newId && !isNew ? 'Previous' : 'Active'}, {until}
            </span>
          ),
          current: isNew,
          action: !isNew && (
            <Button
              variant="delete"
              quiet
              size="small"
              busy={revoke.isPending && revoke.variables === id}
              aria-label={`Revoke now: ${shortToken(id)}`}
              onClick={() => end(id)}
            >
              Revoke now
            </Button>
          ),
        }
      })}
    />
  )
}
