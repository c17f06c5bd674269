import type { BulkKind } from '@health-console/contract/errors.ts'
import type { Context } from '../../context.ts'
import type { Db, Transaction } from '../../database/tables.ts'
import { isConfirmed, type Shown, type SignedInAdmin } from '../../http/caller.ts'
import { ApiError } from '../../http/errors.ts'
import { bucketOf } from './attempts.ts'
import { getBucket, saveBucket } from './throttle.ts'

const windowMs = 3_600_000

const nouns: Record<BulkKind, string> = {
  people: 'people',
  reports: 'reports',
  audit_rows: 'rows of the audit log',
  downloads: 'downloads of model files',
}

/**
 * Counts what is about to be shown to an admin, in an hour that begins with the first row, and begins again once the
 * session's identity is confirmed.
 * @returns the refusal beyond the limit, unless the identity was confirmed recently; then nothing is counted
 */
export async function countShown(
  transaction: Transaction,
  context: Context,
  admin: SignedInAdmin,
  { kind, rows, partOf }: Shown,
): Promise<ApiError | undefined> {
  const nowMs = context.now()
  const whole = partOf && bucketOf(context, ['bulk part', admin.id, partOf.name])
  if (whole && partOf.isPart && (await getBucket(transaction, whole, nowMs)).windowEndsAtMs > 0) return undefined
  const hour = await readHour(transaction, context, admin, kind)
  const failures = hour.failures + rows
  if (rows > 0 && isBeyond(context, admin, kind, failures)) return overLimit(context, kind)
  const windowEndsAtMs = hour.windowEndsAtMs || nowMs + windowMs
  await saveBucket(transaction, { ...hour, failures, windowEndsAtMs })
  if (whole)
    await saveBucket(transaction, { bucket: whole, failures: 0, windowEndsAtMs: nowMs + windowMs, blockedUntilMs: 0 })
  return undefined
}

/** @throws ApiError when showing one more row would be refused */
export async function requireBelowLimit(context: Context, admin: SignedInAdmin, kind: BulkKind): Promise<void> {
  const { failures } = await readHour(context.db, context, admin, kind)
  if (isBeyond(context, admin, kind, failures + 1)) throw overLimit(context, kind)
}

/** The count of this hour: empty if the identity was confirmed since it began. */
async function readHour(db: Db, context: Context, admin: SignedInAdmin, kind: BulkKind) {
  const bucket = bucketOf(context, ['bulk', kind, admin.id])
  const hour = await getBucket(db, bucket, context.now())
  const isOutdated = hour.windowEndsAtMs - windowMs < admin.session.confirmedAtMs
  return isOutdated ? { bucket, failures: 0, windowEndsAtMs: 0, blockedUntilMs: 0 } : hour
}

const isBeyond = ({ config, now }: Context, admin: SignedInAdmin, kind: BulkKind, rows: number) =>
  rows > config.bulk[kind] && !isConfirmed(admin, now())

const overLimit = ({ config }: Context, kind: BulkKind) =>
  new ApiError(
    'confirm_identity',
    `More than ${config.bulk[kind].toLocaleString('en')} ${nouns[kind]} within an hour. Confirm your password to continue.`,
    { limit: kind },
  )
