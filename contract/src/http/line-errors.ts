import * as z from 'zod/mini'
import { describe } from '../values/describe.ts'

/** Why a line is rejected. */
const lineErrorCodes = [
  'not_json',
  'not_utf8',
  'invalid',
  'twice_in_body',
  'erased',
  'belongs_to_other_user',
  'older_revision',
  /** It would empty a field that identifies a user on legal hold. */
  'legal_hold',
  /** It would change a field that identifies a user on legal hold. */
  'on_hold',
  /** It would empty a field that identifies a user, and the account has erased or emptied many within an hour. */
  'too_many_emptied',
  /** The last line has no line end: it may have been cut off. */
  'unfinished',
] as const

export const LineError = z.object({
  line: describe(z.int(), 'The line number, starting at 1.'),
  id: describe(z.nullable(z.string()), 'The ID of the user or report; null if it cannot be read.'),
  path: describe(z.string(), 'The name of the field; empty if the error concerns the whole line.'),
  code: describe(z.enum(lineErrorCodes), 'Why the line is rejected.'),
  message: describe(z.string(), 'The same as a sentence.'),
})
export type LineError = z.infer<typeof LineError>
