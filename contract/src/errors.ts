import * as z from 'zod/mini'
import { IsoTime, describe, state } from './values/describe.ts'
import { LineError } from './http/line-errors.ts'
import { PasskeyRequest } from './staff/passkeys.ts'

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

export const ErrorField = z.object({
  path: describe(z.string(), 'The name of the field, such as `email` or `users.0.email`.'),
  message: describe(z.string(), 'What is wrong with it, as a sentence for users.'),
})
export type ErrorField = z.infer<typeof ErrorField>

export const ListedCell = describe(
  z.object({
    sheet: describe(z.optional(z.string()), 'The sheet of a spreadsheet.'),
    row: describe(z.int(), 'The number of the row, starting at 1.'),
    column: describe(z.string(), 'The heading of the column.'),
    value: describe(z.string(), 'The value, shortened.'),
    reason: describe(z.string(), 'What is wrong with it, or odd about it.'),
  }),
  'A cell of an uploaded file with an error or a warning: its position, its value (shortened), and the reason.',
)
export type ListedCell = z.infer<typeof ListedCell>

/** The number of values in an uploaded file that cannot be read, and the first of them. */
export const listedErrors = {
  errors: describe(z.optional(z.array(ListedCell)), 'The first values of an uploaded file that cannot be read.'),
  errorCount: describe(z.optional(z.int()), 'How many values of an uploaded file cannot be read.'),
}

export const SecondStepWays = describe(
  z.object({
    ways: describe(z.array(z.enum(['passkey', 'code', 'recovery_code'])), 'The second steps that are accepted.'),
    passkey: describe(
      z.optional(PasskeyRequest),
      'The options of the passkey for the browser; present only with `passkey`.',
    ),
  }),
  'The second steps that a sign-in accepts: a `code` from an app or a `recovery_code` in the field `code`, a `passkey` in `passkey`.',
)
export type SecondStepWays = z.infer<typeof SecondStepWays>

/** The kinds of data whose views are counted for each admin and hour. */
export const bulkKinds = ['people', 'reports', 'audit_rows', 'downloads'] as const
export type BulkKind = (typeof bulkKinds)[number]

/** The upload that discarded an earlier one. */
const ReplacedBy = z.object({
  fileName: describe(z.string(), 'The name of the file that was uploaded later.'),
  at: describe(IsoTime, 'When it was uploaded.'),
})
export type ReplacedBy = z.infer<typeof ReplacedBy>

export const ErrorBody = z.object({
  error: describe(
    z.object({
      code: state(z.string(), {
        description: 'What happened. The list is closed for this version.',
        enum: Object.keys(errorStatus),
      }),
      message: describe(z.string(), 'A sentence for users.'),
      fields: describe(z.optional(z.array(ErrorField)), 'The fields that are wrong, with `invalid` and some others.'),
      ...listedErrors,
      secondFactor: describe(z.optional(SecondStepWays), 'With `second_factor`: what to add to the sign-in.'),
      limit: describe(
        z.optional(z.enum(bulkKinds)),
        'With `confirm_identity`: the kind of data of which too much was shown within an hour.',
      ),
      applied: describe(z.optional(z.int()), 'For a batch of lines of which none was accepted: 0.'),
      unchanged: describe(z.optional(z.int()), 'For a batch of lines of which none was accepted: 0.'),
      rejected: describe(
        z.optional(z.int()),
        'For a batch of lines of which none was accepted: how many lines there were.',
      ),
      lineErrors: describe(
        z.optional(z.array(LineError)),
        'For a batch of lines of which none was accepted: the first errors.',
      ),
      next: describe(
        z.optional(z.string()),
        'The page that single sign-on should have led to, so that the user can try again.',
      ),
      replacedBy: describe(
        z.optional(ReplacedBy),
        'With `not_found`, for an import: the upload of the same admin that discarded it.',
      ),
      requestId: describe(
        z.string(),
        'The `x-request-id` of the response, by which system administrators find the request in their log.',
      ),
    }),
    'What happened.',
  ),
})
export type ErrorBody = z.infer<typeof ErrorBody>
