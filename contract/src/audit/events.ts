import * as z from 'zod/mini'
import { AvatarColor } from '../staff/admins.ts'
import { auditActionGroups, auditOutcomes, auditSubjectKinds, type AuditActionGroup } from './actions.ts'
import { auditParts } from './parts.ts'
import { attachmentHeaders, endpoint } from '../http/endpoint.ts'
import { IsoTime, describe } from '../values/describe.ts'
import { Text } from '../values/text.ts'

export const AuditGroup = z.enum(Object.keys(auditActionGroups) as [AuditActionGroup, ...AuditActionGroup[]])

/** A day in UTC, such as `2026-03-07`. */
const Day = z.iso.date('Must be a date such as 2026-03-07')

const SubjectFilter = Text(220).check(
  z.regex(new RegExp(`^(${auditSubjectKinds.join('|')}):.+$`), 'Must be a kind and an ID such as user:123'),
)

/** The filters of the list and of the export. */
const filters = {
  actor: describe(z.optional(Text(200)), 'Only entries of this member of staff or service account, by ID.'),
  group: describe(z.optional(AuditGroup), 'Only entries of actions in this group.'),
  subject: describe(z.optional(SubjectFilter), 'Only entries about this subject: its kind and ID, such as `user:123`.'),
  from: describe(z.optional(Day), 'Only entries from this day on, in UTC.'),
  to: describe(z.optional(Day), 'Only entries up to this day, in UTC.'),
  outcome: describe(z.optional(z.enum(auditOutcomes)), 'Only entries with this outcome.'),
  text: describe(
    z.optional(Text(100)),
    'The member ID of a user, or an ID, or the beginning of one, of any subject of an entry.',
  ),
  seen: describe(z.optional(z.literal('true')), "Only entries of actions that show the subject's data."),
  part: describe(z.optional(z.enum(auditParts)), 'Only entries of this part of the log.'),
}

const Subject = z.object({
  kind: describe(
    z.nullable(z.enum(auditSubjectKinds)),
    'What the subject is; null for a kind that only another version of the console knows.',
  ),
  id: describe(z.string(), 'The ID of the subject.'),
  name: describe(
    z.optional(z.string()),
    'The current name of staff, a file, a version or an import. Absent for users and patients, and for what no longer exists.',
  ),
  memberId: describe(
    z.optional(z.string()),
    'The current member ID of a user, empty if there is none. Absent if the user no longer exists.',
  ),
  rows: describe(z.optional(z.int()), 'The number of rows of an import.'),
})

export const AuditEvent = z.object({
  sequence: describe(z.int(), 'The number of the entry. Later entries have greater numbers.'),
  at: describe(IsoTime, 'When it happened.'),
  actor: describe(
    z.object({
      kind: describe(
        z.enum(['staff', 'operator', 'server', 'nobody']),
        '`operator`: a system administrator, with a command. `nobody`: the caller was not signed in.',
      ),
      id: describe(z.nullable(z.string()), 'The ID of the admin or service account; null for other kinds.'),
      name: describe(z.nullable(z.string()), 'The name; null if the actor is no longer known.'),
      hasLeft: describe(z.boolean(), 'Whether the actor no longer has access.'),
      isService: describe(z.optional(z.boolean()), 'Whether the actor is a service account. 1.0.0 does not send it.'),
      color: describe(z.optional(AvatarColor), 'The colour of the avatar of an admin who has access.'),
    }),
    'Who did it.',
  ),
  action: describe(z.string(), 'What was done, such as `user.view`.'),
  group: describe(
    z.nullable(AuditGroup),
    'The group of the action; null for an action that only another version of the console knows, and for an unknown URL.',
  ),
  how: describe(
    z.nullable(z.enum(['list', 'search', 'view', 'download'])),
    'How the data of users or patients was viewed; null if none was.',
  ),
  subjects: describe(z.array(Subject), 'What it was done to.'),
  outcome: describe(z.enum(auditOutcomes), 'Whether it was done, rejected, or failed.'),
  reason: describe(
    z.nullable(z.string()),
    'A code: why it was rejected or ended, or the new value of a setting. Null if there is none.',
  ),
  // Optional, because a page may get the response of a server of 1.0 during an upgrade.
  statedReason: describe(
    z.optional(z.string()),
    'The reason that the actor entered. It is not part of the hash, and is deleted when the user is erased, except the reason for the erasure. Absent if there is none.',
  ),
  count: describe(
    z.int(),
    'How many equal events the entry stands for. For some actions: how many entries were exported, reports deleted with a user, or users and reports written.',
  ),
  address: describe(z.nullable(z.string()), 'The IP address of the request; null if there was none.'),
  sessionId: describe(z.nullable(z.string()), 'The session of the request; null if there was none.'),
  requestId: describe(z.nullable(z.string()), 'The `x-request-id` of the response; null if there was no request.'),
  hash: describe(z.string(), 'The SHA-256 of the entry in the log, in hexadecimal digits.'),
})
export type AuditEvent = z.infer<typeof AuditEvent>

export const listAuditEvents = endpoint({
  name: 'listAuditEvents',
  method: 'GET',
  path: '/v1/audit-events',
  summary: 'Entries of the audit log, newest first, after the cursor',
  query: z.strictObject({
    ...filters,
    cursor: describe(z.optional(Text(100)), 'The `nextCursor` of the page before. Absent: the newest entries.'),
  }),
  response: z.object({
    data: z.array(AuditEvent),
    meta: describe(
      z.object({
        nextCursor: describe(z.nullable(z.string()), 'The cursor of the next page; null on the last one.'),
        newestCursor: describe(
          z.nullable(z.string()),
          'The newest entry of the page; null on an empty one. See `countNewerAuditEvents`.',
        ),
        // Optional, because a page may get the response of a server of 1.0 during an upgrade.
        toReview: describe(z.optional(z.int()), 'How many findings of unusual access are open. Absent in 1.0.'),
      }),
      'Where the list continues.',
    ),
  }),
})

/** Newer entries are counted up to this number. */
export const maxNewer = 100

/** The page polls this, so it is neither logged nor counted as use of the session. */
export const countNewerAuditEvents = endpoint({
  name: 'countNewerAuditEvents',
  method: 'GET',
  path: '/v1/audit-events/newer',
  summary: `The number of entries, up to ${maxNewer}, after the cursor, without those about the caller's own reading`,
  query: z.strictObject({ ...filters, cursor: describe(Text(100), 'The `newestCursor` of a page.') }),
  response: z.object({ data: z.object({ count: describe(z.int(), 'The number of newer entries.') }) }),
})

/** The content types of an export: CSV, or JSON with one line per entry. */
export const auditExportTypes = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const

/** The response is streamed. */
export const exportAuditEvents = endpoint({
  name: 'exportAuditEvents',
  method: 'GET',
  path: '/v1/audit-events/export',
  summary: 'All entries of the audit log that the filters allow, newest first, as CSV or NDJSON',
  query: z.strictObject({ ...filters, format: describe(z.enum(['csv', 'ndjson']), 'The format of the file.') }),
  download: Object.values(auditExportTypes),
  headers: attachmentHeaders,
})

export const listAuditActors = endpoint({
  name: 'listAuditActors',
  method: 'GET',
  path: '/v1/audit-events/actors',
  summary: 'The staff and service accounts that entries may refer to, including former ones',
  response: z.object({
    data: z.array(
      z.object({
        id: describe(z.string(), 'The ID of the member of staff or service account.'),
        name: describe(z.string(), 'The full name of the member of staff, or the name of the service account.'),
        hasLeft: describe(z.boolean(), 'Whether they no longer have access.'),
        isService: describe(z.boolean(), 'Whether it is a service account.'),
      }),
    ),
  }),
})

export const getAuditProof = endpoint({
  name: 'getAuditProof',
  method: 'GET',
  path: '/v1/audit-events/proof',
  summary: 'The proof that the audit log is complete: its last checkpoint and the public keys',
  response: z.object({
    data: z.object({
      entries: describe(z.int(), 'How many entries the log has.'),
      checkpoint: describe(
        z.nullable(
          z.object({
            at: describe(IsoTime, 'When it was signed.'),
            size: describe(z.int(), 'How many entries it covers.'),
            rootHash: describe(z.string(), 'The root of the Merkle tree over these entries, in Base64.'),
          }),
        ),
        'The last checkpoint; null before the first one.',
      ),
      publicKeys: describe(z.array(z.string()), 'Verifier keys in the format of signed notes, the current one first.'),
    }),
  }),
})

/** The program that verifies an export without the console. */
export const downloadAuditVerifier = endpoint({
  name: 'downloadAuditVerifier',
  method: 'GET',
  path: '/v1/audit-events/verify-audit.mjs',
  summary: 'The program that verifies an export, for Node.js',
  download: ['text/javascript'],
  headers: attachmentHeaders,
})
