export type OutboxTable = {
  id: string
  kind: string
  recipient: string
  /** JSON with subject, text and HTML; it holds the secret of a link, so it is wiped once the mail has ended. */
  content: string | null
  state: 'waiting' | 'sent' | 'failed'
  attempts: number
  /** For a claimed mail the end of its lease: who claims it must send it, or renew, before. */
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
