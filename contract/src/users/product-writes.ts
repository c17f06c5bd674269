import * as z from 'zod/mini'
import { describe } from '../values/describe.ts'
import { endpoint } from '../http/endpoint.ts'
import { LineError } from '../http/line-errors.ts'
import { Id, Reason } from '../values/text.ts'

/** The maximum size of a batch in bytes, after decompression. */
export const largestBatch = { bytes: 8 * 1024 * 1024, lines: 5_000 }

/** The content types of a batch. */
export const lineTypes = ['application/x-ndjson', 'application/ndjson', 'application/jsonl'] as const

export const WrittenLines = describe(
  z.object({
    applied: describe(z.int(), 'How many lines were written.'),
    unchanged: describe(z.int(), 'How many lines changed nothing.'),
    rejected: describe(z.int(), 'How many lines were rejected.'),
    lineErrors: describe(z.optional(z.array(LineError)), 'The first rejected lines.'),
  }),
  'How many lines of a batch were written, were unchanged, and were rejected.',
)
export type WrittenLines = z.infer<typeof WrittenLines>

export const writeUsers = endpoint({
  name: 'writeUsers',
  method: 'POST',
  path: '/machine/v1/users',
  summary: 'Add users, or update those whose id exists: one JSON object per line, in the format of import-users',
  returns: 'How many lines were written, were unchanged, and were rejected',
  upload: lineTypes,
  response: WrittenLines,
  otherStatuses: { 207: 'Some lines were rejected; `lineErrors` lists them' },
})

export const writeReports = endpoint({
  name: 'writeReports',
  method: 'POST',
  path: '/machine/v1/reports',
  summary: 'Add reports, or replace those whose id exists: one JSON object per line, in the format of import-reports',
  returns: 'How many lines were written, were unchanged, and were rejected',
  upload: lineTypes,
  response: WrittenLines,
  otherStatuses: { 207: 'Some lines were rejected; `lineErrors` lists them' },
})

export const eraseUserForProduct = endpoint({
  name: 'eraseUserForProduct',
  method: 'DELETE',
  path: '/machine/v1/users/{id}',
  summary: 'Erase a user as in the console, also if already erased; rejected while the user is on legal hold',
  params: z.strictObject({ id: describe(Id, 'The ID of the user.') }),
  query: z.strictObject({ reason: describe(Reason, 'Why the user is erased. It is logged.') }),
  status: 204,
})
