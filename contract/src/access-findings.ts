import * as z from 'zod/mini'
import { AvatarColor } from './admins.ts'
import { endpoint } from './http/endpoint.ts'
import { Id, Reason } from './values/text.ts'

/** What a rule found, with its numbers. */
const Rule = z.discriminatedUnion('rule', [
  /** The user has the admin's last name, or the email address of the admin or a colleague. */
  z.object({ rule: z.literal('close'), how: z.enum(['name', 'own_email', 'colleague_email']) }),
  /** The admin viewed more users than on their usual day. */
  z.object({ rule: z.literal('many'), users: z.int(), usual: z.number() }),
  /** The admin viewed a user on several days on which no one else did. */
  z.object({ rule: z.literal('alone'), days: z.int() }),
  /** The admin viewed users in an unusual hour; `percent` of their views are in it or beside it. */
  z.object({ rule: z.literal('hour'), users: z.int(), hour: z.int(), percent: z.number() }),
])

export const AccessFinding = z.object({
  id: z.string(),
  /** The last UTC day of the entries behind it, and the first one. */
  day: z.string(),
  firstDay: z.string(),
  admin: z.object({
    id: z.string(),
    name: z.nullable(z.string()),
    hasLeft: z.boolean(),
    color: z.optional(AvatarColor),
  }),
  /** Null for a rule about a day. The member ID is empty if there is none. */
  user: z.nullable(z.object({ id: z.string(), memberId: z.string() })),
  why: Rule,
  /** How many entries of the audit log are behind it. */
  entries: z.int(),
  /** Whether it is about the caller, whom another super admin answers for. */
  isOwn: z.boolean(),
  answer: z.nullable(
    z.object({
      kind: z.enum(['explained', 'follow_up']),
      sentence: z.string(),
      by: z.nullable(z.string()),
      at: z.string(),
    }),
  ),
})
export type AccessFinding = z.infer<typeof AccessFinding>

export const listAccessFindings = endpoint({
  name: 'listAccessFindings',
  method: 'GET',
  path: '/v1/access-findings',
  summary: 'Unusual access, newest first: the findings that are open or, with `state=answered`, answered; at most 200',
  query: z.strictObject({ state: z.optional(z.enum(['open', 'answered'])) }),
  response: z.object({
    data: z.array(AccessFinding),
    meta: z.object({
      /** Whether `UNUSUAL_ACCESS` is on. */
      isOn: z.boolean(),
      open: z.int(),
      /** When the last day was checked; null before the first time. */
      checkedAt: z.nullable(z.string()),
      /** Whether there is another super admin, who could answer findings about the caller. */
      hasOthers: z.boolean(),
    }),
  }),
})

export const answerAccessFinding = endpoint({
  name: 'answerAccessFinding',
  method: 'POST',
  path: '/v1/access-findings/{id}/answer',
  summary: 'Say what a finding was. Not about oneself; an answer cannot be changed',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ kind: z.enum(['explained', 'follow_up']), sentence: Reason }),
  status: 204,
})
