import { randomUUIDv7 } from 'node:crypto'
import type { Context } from '../core/context.ts'
import type { Db } from '../core/database/tables.ts'
import type { OutboxTable } from '../core/database/tables/mail.ts'

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
export async function takeDueMails(
  db: Db,
  { limit, leaseMs, nowMs }: { limit: number; leaseMs: number; nowMs: number },
): Promise<TakenMail[]> {
  const due = await db
    .selectFrom('outbox')
    .select(['id', 'nextAttemptAtMs'])
    .where('state', '=', 'waiting')
    .where('nextAttemptAtMs', '<=', nowMs)
    .orderBy('nextAttemptAtMs')
    .orderBy('id')
    .limit(limit)
    .execute()
  const taken: TakenMail[] = []
  for (const { id, nextAttemptAtMs } of due) {
    const lease = randomUUIDv7()
    const row = await db
      .updateTable('outbox')
      .set((column) => ({
        claimedBy: lease,
        nextAttemptAtMs: nowMs + leaseMs,
        attempts: column('attempts', '+', 1),
      }))
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('nextAttemptAtMs', '=', nextAttemptAtMs)
      .returningAll()
      .executeTakeFirst()
    if (row?.content == null) continue
    const content: MailContent = JSON.parse(row.content)
    taken.push({ ...row, lease, content })
  }
  return taken
}

/** Extends the lease while the email is being sent. */
export async function renewLease(db: Db, mail: TakenMail, untilMs: number): Promise<void> {
  await ofLease(db, mail).set({ nextAttemptAtMs: untilMs }).execute()
}

/** Marks an email as sent or given up, and erases its content. */
export async function endMail(db: Db, mail: TakenMail, state: 'sent' | 'failed'): Promise<void> {
  await ofLease(db, mail).set({ state, content: null, claimedBy: null }).execute()
}

export async function retryMailAt(db: Db, mail: TakenMail, atMs: number): Promise<void> {
  await ofLease(db, mail).set({ nextAttemptAtMs: atMs, claimedBy: null }).execute()
}

function ofLease(db: Db, { id, lease }: TakenMail) {
  return db.updateTable('outbox').where('id', '=', id).where('claimedBy', '=', lease)
}
