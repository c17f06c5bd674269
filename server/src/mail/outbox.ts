import { randomUUIDv7 } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Db } from '../database/tables.ts'
import type { OutboxTable } from '../database/tables/mail.ts'

const keepTryingMs = 24 * 3_600_000

export type MailKind =
  | 'invitation'
  | 'password-reset'
  | 'password-changed'
  | 'email-change'
  | 'email-change-requested'
  | 'email-changed'
  | 'email-restored'
  | 'access-review'
  | 'audit-checkpoint'
  | 'second-factor'
  | 'emergency-access'
  | 'sign-on'

export type MailContent = { subject: string; text: string; html: string }

/** A waiting mail that one worker has claimed. */
export type ClaimedMail = Pick<OutboxTable, 'id' | 'kind' | 'recipient' | 'attempts' | 'createdAtMs' | 'giveUpAtMs'> & {
  claim: string
  content: MailContent
}

/**
 * Puts a mail into the outbox. Call it in the transaction of the change that the mail is about.
 * @param uselessFromMs when its link expires, after which the mail is not sent
 */
export async function enqueueMail(
  db: Db,
  { config, now }: Context,
  mail: { kind: MailKind; recipient: string; content: MailContent; uselessFromMs?: number },
): Promise<string> {
  const id = randomUUIDv7()
  const nowMs = now()
  const isOff = config.mail.way === 'off'
  await db
    .insertInto('outbox')
    .values({
      id,
      kind: mail.kind,
      recipient: mail.recipient,
      content: isOff ? null : JSON.stringify(mail.content),
      state: isOff ? 'failed' : 'waiting',
      attempts: 0,
      nextAttemptAtMs: nowMs,
      claimedBy: null,
      createdAtMs: nowMs,
      giveUpAtMs: Math.min(mail.uselessFromMs ?? Infinity, nowMs + keepTryingMs),
    })
    .execute()
  return id
}

/** Withdraws a mail whose link is no longer valid, unless it is being sent already. */
export async function withdrawMail(db: Db, id: string | null): Promise<void> {
  if (id === null) return
  await db.deleteFrom('outbox').where('id', '=', id).where('state', '=', 'waiting').execute()
}

/** Claims up to `limit` mails that are due. Concurrent workers get different mails. */
export async function claimDueMails(
  db: Db,
  { limit, leaseMs, nowMs }: { limit: number; leaseMs: number; nowMs: number },
): Promise<ClaimedMail[]> {
  const due = await db
    .selectFrom('outbox')
    .select(['id', 'nextAttemptAtMs'])
    .where('state', '=', 'waiting')
    .where('nextAttemptAtMs', '<=', nowMs)
    .orderBy('nextAttemptAtMs')
    .orderBy('id')
    .limit(limit)
    .execute()
  const claimed: ClaimedMail[] = []
  for (const { id, nextAttemptAtMs } of due) {
    const claim = randomUUIDv7()
    const row = await db
      .updateTable('outbox')
      .set((column) => ({
        claimedBy: claim,
        nextAttemptAtMs: nowMs + leaseMs,
        attempts: column('attempts', '+', 1),
      }))
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('nextAttemptAtMs', '=', nextAttemptAtMs)
      .returningAll()
      .executeTakeFirst()
    if (row?.content == null) continue
    claimed.push({ ...row, claim, content: JSON.parse(row.content) as MailContent })
  }
  return claimed
}

/** Extends the lease while the mail is being sent. */
export async function renewClaim(db: Db, mail: ClaimedMail, untilMs: number): Promise<void> {
  await ofClaim(db, mail).set({ nextAttemptAtMs: untilMs }).execute()
}

/** Marks a mail as sent or given up, and erases its content. */
export async function endMail(db: Db, mail: ClaimedMail, state: 'sent' | 'failed'): Promise<void> {
  await ofClaim(db, mail).set({ state, content: null, claimedBy: null }).execute()
}

export async function retryMailAt(db: Db, mail: ClaimedMail, atMs: number): Promise<void> {
  await ofClaim(db, mail).set({ nextAttemptAtMs: atMs, claimedBy: null }).execute()
}

export async function deleteEndedMails(db: Db, createdBeforeMs: number): Promise<void> {
  await db.deleteFrom('outbox').where('state', '!=', 'waiting').where('createdAtMs', '<', createdBeforeMs).execute()
}

function ofClaim(db: Db, { id, claim }: ClaimedMail) {
  return db.updateTable('outbox').where('id', '=', id).where('claimedBy', '=', claim)
}
