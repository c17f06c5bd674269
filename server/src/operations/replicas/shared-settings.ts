import { createHmac } from 'node:crypto'
import type { Config } from '../../core/config.ts'
import type { Keys } from '../../core/crypto/keys.ts'

/** The settings on which all replicas must agree, by name. */
export const sharedSettings = (config: Config): Record<string, unknown> => ({
  PUBLIC_URL: config.publicUrl,
  PUBLISHING: config.publishing,
  REQUIRE_SECOND_FACTOR: config.requireSecondFactor,
  OIDC_ISSUER: config.signOn?.issuer,
  OIDC_ONLY: config.signOn?.isOnly,
  SESSION_IDLE_MINUTES: config.sessionIdleMs,
  SESSION_HOURS: config.sessionMaxMs,
  MAX_FILE_GB: config.maxFileBytes,
  UPLOAD_PART_MB: config.uploadPartBytes,
  IMPORT_MAX_MB: config.importMaxBytes,
  PATIENT_IMPORTS_KEPT: config.patientImportsKept,
  PAGE_SIZE: config.pageSize,
  BULK_PEOPLE: config.bulk.people,
  BULK_REPORTS: config.bulk.reports,
  BULK_AUDIT_ROWS: config.bulk.audit_rows,
  BULK_DOWNLOADS: config.bulk.downloads,
  REPORTS_KEPT_YEARS: config.reportsKeptYears,
  ACCESS_REVIEW_DAYS: config.accessReviewDays,
})

/** The same with an HMAC in place of each value, so that the database does not contain the values. */
export function hideValues(config: Config, keys: Keys): Record<string, string> {
  const key = keys.derive('shared settings')
  return Object.fromEntries(
    Object.entries(sharedSettings(config)).map(([name, value]) => [
      name,
      createHmac('sha256', key)
        .update(JSON.stringify([name, value ?? null]))
        .digest('base64url'),
    ]),
  )
}
