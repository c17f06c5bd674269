import type { BulkKind } from '@health-console/contract/errors.ts'
import type { CountedUse } from '../../../core/audit/store.ts'
import type { Context } from '../../../core/context.ts'
import { bucketOf, sumUses } from '../../../core/counters/counters.ts'
import { isConfirmed, type Shown, type SignedInAdmin } from '../../../http/requests/caller.ts'
import { ApiError } from '../../../http/errors.ts'

const hourMs = 3_600_000

const nouns: Record<BulkKind, string> = {
  people: 'people',
  reports: 'reports',
  audit_rows: 'rows of the audit log',
  downloads: 'downloads of model files',
}

/**
 * The use of an admin's hourly limit by a response. All sessions of the admin are counted together. The session that confirms
 * the identity begins its hour again and has no limit for a while; the hour of the others continues.
 */
export async function useOfHour(
  context: Context,
  admin: SignedInAdmin,
  { kind, rows, partOf }: Shown,
): Promise<CountedUse | undefined> {
  const whole = partOf && bucketOf(context, ['bulk part', admin.id, partOf.name])
  const isCounted =
    whole && partOf.isPart && (await sumUses(context.db, whole, { nowMs: context.now(), sinceMs: 0 })) > 0
  if (isCounted || rows === 0) return undefined
  return {
    bucket: bulkBucket(context, admin, kind),
    amount: rows,
    alsoIn: whole,
    limit: limitOf(context, admin, kind),
    windowMs: hourMs,
    sinceMs: admin.session.confirmedAtMs,
    error: () => overLimit(context, kind),
  }
}

/** @throws ApiError if showing one more row would be rejected */
export async function requireBelowLimit(context: Context, admin: SignedInAdmin, kind: BulkKind): Promise<void> {
  const period = { nowMs: context.now(), sinceMs: admin.session.confirmedAtMs }
  const shown = await sumUses(context.db, bulkBucket(context, admin, kind), period)
  if (shown + 1 > limitOf(context, admin, kind)) throw overLimit(context, kind)
}

const bulkBucket = (context: Context, { id }: SignedInAdmin, kind: BulkKind) => bucketOf(context, ['bulk', kind, id])

const limitOf = ({ config, now }: Context, admin: SignedInAdmin, kind: BulkKind) =>
  isConfirmed(admin, now()) ? Infinity : config.bulk[kind]

const overLimit = ({ config }: Context, kind: BulkKind) =>
  new ApiError(
    'confirm_identity',
    `More than ${config.bulk[kind].toLocaleString('en')} ${nouns[kind]} within an hour. Confirm your identity to continue.`,
    { limit: kind },
  )
