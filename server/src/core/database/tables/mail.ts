import { createTable } from './create-table.ts'

export type OutboxTable = {
  id: string
  kind: string
  recipient: string
  /**
   * JSON with subject, text and HTML. It contains the secret of a link, so it is erased once the email is sent or given
   * up.
   */
  content: string | null
  state: 'waiting' | 'sent' | 'failed'
  attempts: number
  /**
   * For an email that a worker has claimed, the end of its lease, before which the worker must send it or renew the
   * lease.
   */
  nextAttemptAtMs: number
  claimedBy: string | null
  createdAtMs: number
  giveUpAtMs: number
}

export const mailTables: string[] = [
  createTable<OutboxTable>('outbox', {
    id: 'text primary key',
    kind: 'text not null',
    recipient: 'text not null',
    content: 'text',
    state: 'text not null',
    attempts: 'integer not null',
    nextAttemptAtMs: 'bigint not null',
    claimedBy: 'text',
    createdAtMs: 'bigint not null',
    giveUpAtMs: 'bigint not null',
  }),
  'create index outbox_state_next_attempt_at_ms on outbox (state, next_attempt_at_ms)',
]
