import type { AuditAction, AuditSubject } from '@health-console/contract/audit/actions.ts'
import { shownName } from '@health-console/contract/values/text.ts'
import { byServer } from '../../../core/audit/entry.ts'
import type { Context } from '../../../core/context.ts'
import type { Db, Transaction } from '../../../core/database/tables.ts'
import type { ServiceTokensTable } from '../../../core/database/tables/service-accounts.ts'
import { accountEndsMail, tokenEndsMail } from '../../../mail/templates/service-accounts.ts'
import { enqueueMail } from '../../../mail/outbox.ts'
import { mailSuperAdmins } from '../admins/mail-super-admins.ts'
import { serializeAccounts } from './make-token.ts'
import { type AccountRow, endAccount, listAccounts, listTokens, stateOf, updateAccount } from './store.ts'

const dayMs = 24 * 3_600_000
/** How long an account continues to work without its owner, and how long before its end the emails are sent. */
const graceDays = 14
const lastDays = 3

/** An action that is due, with its entry in the audit log. */
type Act = {
  action: AuditAction
  subjects: AuditSubject[]
  work(transaction: Transaction): Promise<unknown>
}

/**
 * Announces and disables the accounts whose owner no longer has access, and sends emails before a token expires. The
 * lock lets one replica do it; each checks again once it holds the lock.
 */
export async function careForAccounts(context: Context): Promise<void> {
  const { db, engine, audit } = context
  if ((await listActs(context, db)).length === 0) return
  await db.transaction().execute(async (transaction) => {
    await serializeAccounts(engine, transaction)
    const acts = await listActs(context, transaction)
    for (const { work } of acts) await work(transaction)
    await audit.append(
      transaction,
      acts.map(({ action, subjects }) => ({ ...byServer, action, subjects })),
    )
  })
}

async function listActs(context: Context, db: Db): Promise<Act[]> {
  const accounts = await listAccounts(db)
  const tokens = await listTokens(
    db,
    accounts.map(({ id }) => id),
  )
  return accounts.flatMap((account) => {
    const ofAccount = actOf(context, account)
    if (ofAccount) return [ofAccount]
    return tokens
      .filter(({ accountId }) => accountId === account.id)
      .flatMap((token) => warningOf(context, account, token) ?? [])
  })
}

function actOf(context: Context, account: AccountRow): Act | undefined {
  const { id, endsAtMs, ownerRole, warnedDays } = account
  const nowMs = context.now()
  const subjects: AuditSubject[] = [`service_account:${id}`]
  const change =
    (changes: Parameters<typeof updateAccount>[2], mailsAt?: number) => async (transaction: Transaction) => {
      await updateAccount(transaction, id, changes)
      if (mailsAt !== undefined) await mailEnd(transaction, context, account, mailsAt)
    }
  if (endsAtMs === null) {
    if (ownerRole !== 'user') return undefined
    const endsAt = nowMs + graceDays * dayMs
    const work = change({ endsAtMs: endsAt, warnedDays: graceDays }, endsAt)
    return { action: 'service_account.flag', subjects, work }
  }
  if (endsAtMs <= nowMs) {
    const work = (transaction: Transaction) => endAccount(transaction, id, nowMs)
    return { action: 'service_account.end', subjects, work }
  }
  if (ownerRole !== 'user')
    return { action: 'service_account.keep', subjects, work: change({ endsAtMs: null, warnedDays: null }) }
  if (endsAtMs > nowMs + lastDays * dayMs || warnedDays === lastDays) return undefined
  return { action: 'service_account.remind', subjects, work: change({ warnedDays: lastDays }, endsAtMs) }
}

/**
 * The email that is due about a token. A token that is valid for no longer than the time before the email needs none.
 */
function warningOf(context: Context, account: AccountRow, token: ServiceTokensTable): Act | undefined {
  const nowMs = context.now()
  const { id, expiresAtMs: endsAtMs, createdAtMs, warnedDays } = token
  if (stateOf(token, nowMs) !== 'live' || token.rotatesAtMs !== null) return undefined
  const days = [lastDays, graceDays].find((each) => endsAtMs <= nowMs + each * dayMs)
  if (days === undefined || createdAtMs > endsAtMs - days * dayMs - 1) return undefined
  if (warnedDays !== null && warnedDays <= days) return undefined
  return {
    action: 'service_account.remind',
    subjects: [`service_account:${account.id}`, `token:${id}`],
    async work(transaction) {
      await transaction.updateTable('serviceTokens').set({ warnedDays: days }).where('id', '=', id).execute()
      const content = tokenEndsMail(context.config, { name: account.name, endsAtMs, tokenId: id })
      const mail = { kind: 'service-account' as const, content }
      const owner = account.ownerRole === 'user' ? [] : [account.ownerEmail]
      if (days === lastDays || owner.length === 0) await mailSuperAdmins(transaction, context, { ...mail, and: owner })
      else await enqueueMail(transaction, context, { ...mail, recipient: account.ownerEmail })
    },
  }
}

async function mailEnd(
  transaction: Transaction,
  context: Context,
  account: AccountRow,
  endsAtMs: number,
): Promise<void> {
  const { name, ownerFullName, ownerEmail } = account
  const owner = shownName(ownerFullName, ownerEmail)
  const content = accountEndsMail(context.config, { name, owner, endsAtMs })
  await mailSuperAdmins(transaction, context, { kind: 'service-account', content })
}
