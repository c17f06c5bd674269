import * as z from 'zod/mini'
import { LineError } from './line-errors.ts'
import { PasskeyRequest } from './passkeys.ts'

/** The table of error codes. A code says what happened; its status tells a generic client how to react. */
export const errorStatus = {
  invalid: 400,
  unauthenticated: 401,
  /** The token of a service account is unknown, expired, revoked or rotated; the message says which. */
  invalid_token: 401,
  wrong_credentials: 401,
  /** The password was correct: sign in again and add what `secondFactor` requires. */
  second_factor: 401,
  /** Single sign-on failed; the message explains why. */
  sign_on_failed: 401,
  forbidden: 403,
  /** The service account does not have the scope that the request needs. */
  insufficient_scope: 403,
  foreign_origin: 403,
  /** Every other request is rejected until a second factor is set up. */
  second_factor_required: 403,
  /** The request needs a recent confirmation of the caller's identity. Confirm it, then repeat the request. */
  confirm_identity: 403,
  not_found: 404,
  /** The URL exists, but not with this method; `Allow` lists the methods that it has. */
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  /** It existed and was withdrawn; the message explains why. */
  gone: 410,
  /** The file is not the one that `If-Match` specifies. */
  precondition_failed: 412,
  too_large: 413,
  unsupported: 415,
  unsatisfiable_range: 416,
  unprocessable: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const

export type ErrorCode = keyof typeof errorStatus

export const ErrorField = z.object({ path: z.string(), message: z.string() })
export type ErrorField = z.infer<typeof ErrorField>

/** A cell of an uploaded file with an error or a warning: its position, its value (shortened), and the reason. */
export const ListedCell = z.object({
  /** The sheet of a spreadsheet. */
  sheet: z.optional(z.string()),
  row: z.int(),
  column: z.string(),
  value: z.string(),
  reason: z.string(),
})
export type ListedCell = z.infer<typeof ListedCell>

/** The number of values in an uploaded file that cannot be read, and the first of them. */
export const listedErrors = { errors: z.optional(z.array(ListedCell)), errorCount: z.optional(z.int()) }

/**
 * The second steps that a sign-in accepts: a `code` from an app or a `recovery_code` in the field `code`, a `passkey`
 * in `passkey`.
 */
export const SecondStepWays = z.object({
  ways: z.array(z.enum(['passkey', 'code', 'recovery_code'])),
  /** The options of the passkey for the browser; present only with `passkey`. */
  passkey: z.optional(PasskeyRequest),
})
export type SecondStepWays = z.infer<typeof SecondStepWays>

/** The kinds of data whose views are counted for each admin and hour. */
export const bulkKinds = ['people', 'reports', 'audit_rows', 'downloads'] as const
export type BulkKind = (typeof bulkKinds)[number]

/** The upload that discarded an earlier one. */
const ReplacedBy = z.object({ fileName: z.string(), at: z.string() })
export type ReplacedBy = z.infer<typeof ReplacedBy>

export const ErrorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    fields: z.optional(z.array(ErrorField)),
    ...listedErrors,
    secondFactor: z.optional(SecondStepWays),
    /** With `confirm_identity`: the kind of data of which too much was shown within an hour. */
    limit: z.optional(z.enum(bulkKinds)),
    /** For a batch of lines of which none was accepted: how many lines there were, and the first errors. */
    rejected: z.optional(z.int()),
    lineErrors: z.optional(z.array(LineError)),
    /** The page that single sign-on should have led to, so that the user can try again. */
    next: z.optional(z.string()),
    /** With `not_found`, for an import: the file that the same admin uploaded instead, and when (ISO 8601, UTC). */
    replacedBy: z.optional(ReplacedBy),
    requestId: z.string(),
  }),
})
export type ErrorBody = z.infer<typeof ErrorBody>
