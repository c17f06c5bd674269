export type OutboxTable = {
  id: string
  kind: string
  recipient: string
  /** JSON with subject, text and HTML; it holds the secret of a link, so it is erased once the mail is sent or given up. */
  content: string | null
  state: 'waiting' | 'sent' | 'failed'
  attempts: number
  /** For a claimed mail the end of its lease, before which the worker must send it or renew the lease. */
  nextAttemptAtMs: number
  claimedBy: string | null
  createdAtMs: number
  giveUpAtMs: number
}

export type AllowanceUsesTable = {
  id: string
  bucket: string
  atMs: number
}
