import * as z from 'zod/mini'
import { AvatarColor } from './admins.ts'
import {
  auditActionGroups,
  auditOutcomes,
  auditParts,
  auditSubjectKinds,
  type AuditActionGroup,
} from './audit-actions.ts'
import { endpoint } from './http/endpoint.ts'
import { Text } from './values/text.ts'

export const AuditGroup = z.enum(Object.keys(auditActionGroups) as [AuditActionGroup, ...AuditActionGroup[]])

/** A day in UTC, such as `2026-03-07`. */
const Day = z.iso.date('Must be a date such as 2026-03-07')

const SubjectFilter = Text(220).check(
  z.regex(new RegExp(`^(${auditSubjectKinds.join('|')}):.+$`), 'Must be a kind and an ID such as user:123'),
)

/** The filters of the list and of the export. */
const filters = {
  /** The id of a member of staff. */
  actor: z.optional(Text(200)),
  group: z.optional(AuditGroup),
  subject: z.optional(SubjectFilter),
  from: z.optional(Day),
  to: z.optional(Day),
  outcome: z.optional(z.enum(auditOutcomes)),
  /** The member ID of a user, or an id, or the beginning of one, of any subject of an entry. */
  text: z.optional(Text(100)),
  /** Only entries of actions that show the subject's data. */
  seen: z.optional(z.literal('true')),
  part: z.optional(z.enum(auditParts)),
}

const Subject = z.object({
  kind: z.nullable(z.enum(auditSubjectKinds)),
  id: z.string(),
  /**
   * The current name of staff, a file, a version or an import. Absent for users and patients, and for what no longer
   * exists.
   */
  name: z.optional(z.string()),
  /** The current member ID of a user, empty if there is none. Absent if the user no longer exists. */
  memberId: z.optional(z.string()),
  /** The id of an import. */
  rows: z.optional(z.int()),
})

export const AuditEvent = z.object({
  sequence: z.int(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** `nobody`: the caller was not signed in. `name` is null if the actor is no longer known. */
  actor: z.object({
    kind: z.enum(['staff', 'operator', 'server', 'nobody']),
    id: z.nullable(z.string()),
    name: z.nullable(z.string()),
    hasLeft: z.boolean(),
    /** The avatar's colour of an admin who has access. */
    color: z.optional(AvatarColor),
  }),
  action: z.string(),
  group: z.nullable(AuditGroup),
  /** How the data of users or patients was viewed. */
  how: z.nullable(z.enum(['list', 'search', 'view', 'download'])),
  subjects: z.array(Subject),
  outcome: z.enum(auditOutcomes),
  reason: z.nullable(z.string()),
  /** How many equal events the entry stands for. */
  count: z.int(),
  address: z.nullable(z.string()),
  sessionId: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  hash: z.string(),
})
export type AuditEvent = z.infer<typeof AuditEvent>

export const listAuditEvents = endpoint({
  name: 'listAuditEvents',
  method: 'GET',
  path: '/v1/audit-events',
  summary: 'Entries of the audit log, newest first, after the cursor',
  query: z.strictObject({ ...filters, cursor: z.optional(Text(100)) }),
  response: z.object({
    data: z.array(AuditEvent),
    meta: z.object({
      nextCursor: z.nullable(z.string()),
      /** The newest entry of the page; null on an empty one. See `countNewerAuditEvents`. */
      newestCursor: z.nullable(z.string()),
      /** How many findings of unusual access are open. */
      toReview: z.int(),
    }),
  }),
})

/** The id of the newest entry to count. */
export const maxNewer = 100

/** The page polls this, so it is neither logged nor counted as use of the session. */
export const countNewerAuditEvents = endpoint({
  name: 'countNewerAuditEvents',
  method: 'GET',
  path: '/v1/audit-events/newer',
  summary: `The number of entries, up to ${maxNewer}, after the cursor, without those about the caller's own reading`,
  query: z.strictObject({ ...filters, cursor: Text(100) }),
  response: z.object({ data: z.object({ count: z.int() }) }),
})

/** The content types of an export: CSV, or JSON with one line per entry. */
export const auditExportTypes = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const

/** The response is streamed. */
export const exportAuditEvents = endpoint({
  name: 'exportAuditEvents',
  method: 'GET',
  path: '/v1/audit-events/export',
  summary: 'All entries of the audit log that the filters allow, newest first, as CSV or NDJSON',
  query: z.strictObject({ ...filters, format: z.enum(['csv', 'ndjson']) }),
  download: Object.values(auditExportTypes),
})

export const listAuditActors = endpoint({
  name: 'listAuditActors',
  method: 'GET',
  path: '/v1/audit-events/actors',
  summary: 'The staff and service accounts that entries may refer to, including former ones',
  response: z.object({
    data: z.array(z.object({ id: z.string(), name: z.string(), hasLeft: z.boolean(), isService: z.boolean() })),
  }),
})

export const getAuditProof = endpoint({
  name: 'getAuditProof',
  method: 'GET',
  path: '/v1/audit-events/proof',
  summary: 'The proof that the audit log is complete: its last checkpoint and the public keys',
  response: z.object({
    data: z.object({
      entries: z.int(),
      checkpoint: z.nullable(z.object({ at: z.string(), size: z.int(), rootHash: z.string() })),
      /** Verifier keys in the format of signed notes, the current one first. */
      publicKeys: z.array(z.string()),
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
})
