import { randomUUIDv7 } from 'node:crypto'
import type { Context } from '../core/context.ts'
import { defineLease } from '../core/database/lease.ts'
import type { Db } from '../core/database/tables.ts'
import type { OutboxTable } from '../core/database/tables/mail.ts'

const keepTryingMs = 24 * 3_600_000

/** The longest wait before another attempt. */
export const longestWaitMs = 900_000

/** While an email waits for its next attempt, no one holds it, but it is not free. */
const lease = defineLease(
  { table: 'outbox', endsAt: 'nextAttemptAtMs', holder: 'claimedBy' },
  { lastsMs: 60_000, longestMs: 1.1 * longestWaitMs },
)

export type MailKind =
  | 'invitation'
  | 'password-reset'
  | 'password-changed'
  | 'email-change'
  | 'email-change-requested'
  | 'email-changed'
  | 'email-restored'
  | 'access-review'
  | 'open-findings'
  | 'audit-checkpoint'
  | 'second-factor'
  | 'emergency-access'
  | 'sign-on'
  | 'model-file'
  | 'many-erasures'
  | 'reports-expire'
  | 'service-account'

export type MailContent = { subject: string; text: string; html: string }

/** A waiting email that a worker has claimed. */
export type TakenMail = Pick<OutboxTable, 'id' | 'kind' | 'recipient' | 'attempts' | 'createdAtMs' | 'giveUpAtMs'> & {
  lease: string
  content: MailContent
}

/**
 * Puts an email into the outbox. Call it in the transaction of the change that the email is about.
 * @param uselessFromMs when its link expires, after which the email is not sent
 */
export async function enqueueMail(
  db: Db,
  { config, now }: Context,
  mail: { kind: MailKind; recipient: string; content: MailContent; uselessFromMs?: number },
): Promise<string> {
  const id = randomUUIDv7()
  const nowMs = now()
  const isOff = config.mail.method === 'off'
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

/** Cancels an email whose link is no longer valid, unless it is already being sent. */
export async function withdrawMail(db: Db, id: string | null): Promise<void> {
  if (id === null) return
  await db.deleteFrom('outbox').where('id', '=', id).where('state', '=', 'waiting').execute()
}

/** Claims up to `limit` emails that are due. Concurrent workers get different emails. */
export async function takeDueMails(db: Db, { limit, nowMs }: { limit: number; nowMs: number }): Promise<TakenMail[]> {
  const due = await db
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'waiting')
    .where(lease.isFree(nowMs))
    .orderBy('nextAttemptAtMs')
    .orderBy('id')
    .limit(limit)
    .execute()
  const taken: TakenMail[] = []
  for (const { id } of due) {
    const holder = randomUUIDv7()
    if (!(await lease.take(db, { id, state: 'waiting' }, holder, nowMs))) continue
    const row = await ofLease(db, { id, lease: holder })
      .set((column) => ({ attempts: column('attempts', '+', 1) }))
      .returningAll()
      .executeTakeFirst()
    if (row?.content == null) continue
    const content: MailContent = JSON.parse(row.content)
    taken.push({ ...row, lease: holder, content })
  }
  return taken
}

/** Extends the lease while the email is being sent. */
export const renewLease = (db: Db, { id, lease: holder }: TakenMail, nowMs: number) =>
  lease.renew(db, { id }, holder, nowMs)

/** Marks an email as sent or given up, and erases its content. */
export async function endMail(db: Db, mail: TakenMail, state: 'sent' | 'failed'): Promise<void> {
  await ofLease(db, mail).set({ state, content: null, claimedBy: null }).execute()
}

export async function retryMailAt(db: Db, mail: TakenMail, atMs: number): Promise<void> {
  await ofLease(db, mail).set({ nextAttemptAtMs: atMs, claimedBy: null }).execute()
}

function ofLease(db: Db, { id, lease: holder }: Pick<TakenMail, 'id' | 'lease'>) {
  return db.updateTable('outbox').where('id', '=', id).where('claimedBy', '=', holder)
}
