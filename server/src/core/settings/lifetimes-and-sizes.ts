import * as z from 'zod/mini'
import { ConfigError } from './config-error.ts'
import { wholeNumber } from './whole-number.ts'

/** How long sessions last, how large files may be, and how much is shown, with the defaults. */
export const limitSettings = {
  SESSION_IDLE_MINUTES: z._default(wholeNumber(3, 1440), 15),
  SESSION_HOURS: z._default(wholeNumber(1, 168), 12),
  MAX_FILE_GB: z._default(wholeNumber(1, 1_000), 15),
  UPLOAD_PART_MB: z._default(wholeNumber(5, 1_024), 64),
  IMPORT_MAX_MB: z._default(wholeNumber(1, 512), 32),
  PATIENT_IMPORTS_KEPT: z._default(wholeNumber(1, 100), 10),
  PAGE_SIZE: z._default(wholeNumber(1, 200), 20),
  BULK_PEOPLE: z._default(wholeNumber(0, 999_999_999), 1_000),
  BULK_REPORTS: z._default(wholeNumber(0, 999_999_999), 600),
  BULK_AUDIT_ROWS: z._default(wholeNumber(0, 999_999_999), 2_000),
  BULK_DOWNLOADS: z._default(wholeNumber(0, 999_999_999), 20),
}

/** @throws ConfigError if a file would have more parts than a bucket accepts */
export function readLimits(env: Record<keyof typeof limitSettings, number>) {
  const uploadPartBytes = env.UPLOAD_PART_MB * 2 ** 20
  const maxFileBytes = env.MAX_FILE_GB * 1e9
  if (maxFileBytes > uploadPartBytes * 10_000) {
    throw new ConfigError('UPLOAD_PART_MB must be larger: no storage accepts a file of MAX_FILE_GB in so many parts')
  }
  return {
    sessionIdleMs: env.SESSION_IDLE_MINUTES * 60_000,
    sessionMaxMs: env.SESSION_HOURS * 3_600_000,
    maxFileBytes,
    uploadPartBytes,
    importMaxBytes: env.IMPORT_MAX_MB * 2 ** 20,
    /** How many patient tables are stored, including the current one. */
    patientImportsKept: env.PATIENT_IMPORTS_KEPT,
    pageSize: env.PAGE_SIZE,
    /** How much an admin is shown in an hour before the identity has to be confirmed again. */
    bulk: {
      people: env.BULK_PEOPLE,
      reports: env.BULK_REPORTS,
      audit_rows: env.BULK_AUDIT_ROWS,
      downloads: env.BULK_DOWNLOADS,
    },
  }
}
