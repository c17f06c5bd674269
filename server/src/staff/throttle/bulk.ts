import type { BulkKind } from '@health-console/contract/errors.ts'
import type { Context } from '../../context.ts'
import { addUse, bucketOf, sumUses } from '../../counters/counters.ts'
import type { Db, Transaction } from '../../database/tables.ts'
import { isConfirmed, type Shown, type SignedInAdmin } from '../../http/caller.ts'
import { ApiError } from '../../http/errors.ts'

const hourMs = 3_600_000

const nouns: Record<BulkKind, string> = {
  people: 'people',
  reports: 'reports',
  audit_rows: 'rows of the audit log',
  downloads: 'downloads of model files',
}

/**
 * Counts what is about to be shown to an admin, in all of their sessions. The session that confirms the identity begins
 * its hour again; the hour of the others continues.
 * @returns the error beyond the limit, unless the identity was confirmed recently; then nothing is counted
 */
export async function countShown(
  transaction: Transaction,
  context: Context,
  admin: SignedInAdmin,
  { kind, rows, partOf }: Shown,
): Promise<ApiError | undefined> {
  const nowMs = context.now()
  const use = { atMs: nowMs, endsAtMs: nowMs + hourMs }
  const whole = partOf && bucketOf(context, ['bulk part', admin.id, partOf.name])
  if (whole && partOf.isPart && (await sumUses(transaction, whole, { nowMs, sinceMs: 0 })) > 0) return undefined
  const shown = await sumShown(transaction, context, admin, kind)
  if (rows > 0 && isBeyond(context, admin, kind, shown + rows)) return overLimit(context, kind)
  if (rows > 0) await addUse(transaction, { ...use, bucket: bulkBucket(context, admin, kind), amount: rows })
  if (whole) await addUse(transaction, { ...use, bucket: whole })
  return undefined
}

/** @throws ApiError if showing one more row would be rejected */
export async function requireBelowLimit(context: Context, admin: SignedInAdmin, kind: BulkKind): Promise<void> {
  const shown = await sumShown(context.db, context, admin, kind)
  if (isBeyond(context, admin, kind, shown + 1)) throw overLimit(context, kind)
}

/** What the admin was shown within an hour, since this session was confirmed. */
function sumShown(db: Db, context: Context, admin: SignedInAdmin, kind: BulkKind): Promise<number> {
  const period = { nowMs: context.now(), sinceMs: admin.session.confirmedAtMs }
  return sumUses(db, bulkBucket(context, admin, kind), period)
}

const bulkBucket = (context: Context, { id }: SignedInAdmin, kind: BulkKind) => bucketOf(context, ['bulk', kind, id])

const isBeyond = ({ config, now }: Context, admin: SignedInAdmin, kind: BulkKind, rows: number) =>
  rows > config.bulk[kind] && !isConfirmed(admin, now())

const overLimit = ({ config }: Context, kind: BulkKind) =>
  new ApiError(
    'confirm_identity',
    `More than ${config.bulk[kind].toLocaleString('en')} ${nouns[kind]} within an hour. Confirm your identity to continue.`,
    { limit: kind },
  )
