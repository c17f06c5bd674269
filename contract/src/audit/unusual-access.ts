import * as z from 'zod/mini'
import { AvatarColor } from '../staff/admins.ts'
import { endpoint } from '../http/endpoint.ts'
import { PageMeta, PageNumber } from '../http/paging.ts'
import { describe, IsoTime } from '../values/describe.ts'
import { Id, Reason } from '../values/text.ts'

const Rule = z.discriminatedUnion('rule', [
  z.object({
    rule: describe(
      z.literal('close'),
      "The user has the admin's last name, or the email address of someone on the staff.",
    ),
    how: describe(z.enum(['name', 'own_email', 'colleague_email']), 'What they have in common.'),
  }),
  z.object({
    rule: describe(z.literal('many'), 'The admin viewed more users than on their usual day.'),
    users: describe(z.int(), 'How many users they viewed.'),
    usual: describe(z.number(), 'How many users they view on a usual day.'),
  }),
  z.object({
    rule: describe(z.literal('alone'), 'The admin viewed a user on several days on which no one else did.'),
    days: describe(z.int(), 'How many days these were.'),
  }),
  z.object({
    rule: describe(z.literal('hour'), 'The admin viewed users in an unusual hour.'),
    users: describe(z.int(), 'How many users they viewed.'),
    hour: describe(z.int(), 'The hour of the day.'),
    percent: describe(z.number(), 'The percentage of their views that are in this hour or beside it.'),
  }),
])

export const AccessFinding = z.object({
  id: describe(z.string(), 'The ID of the finding.'),
  day: describe(z.string(), 'The last UTC day of the entries behind it.'),
  firstDay: describe(z.string(), 'The first UTC day of the entries behind it.'),
  admin: describe(
    z.object({
      id: describe(z.string(), 'The ID of the admin.'),
      name: describe(z.nullable(z.string()), 'The name; null if the admin is no longer known.'),
      hasLeft: describe(z.boolean(), 'Whether the admin no longer has access.'),
      color: describe(z.optional(AvatarColor), 'The colour of the avatar of an admin who has access.'),
    }),
    'Who viewed the data.',
  ),
  user: describe(
    z.nullable(
      z.object({
        id: describe(z.string(), 'The ID of the user.'),
        memberId: describe(z.string(), 'The member ID; empty if there is none.'),
      }),
    ),
    'Whose data was viewed. Null for a rule about a day.',
  ),
  why: describe(Rule, 'What a rule found, with its numbers.'),
  entries: describe(z.int(), 'How many entries of the audit log are behind it.'),
  isOwn: describe(z.boolean(), 'Whether it is about the caller, whom another super admin answers for.'),
  answer: describe(
    z.nullable(
      z.object({
        kind: describe(z.enum(['explained', 'follow_up']), 'What the finding was.'),
        sentence: describe(z.string(), 'The explanation.'),
        by: describe(z.nullable(z.string()), 'Who answered; null if they are no longer known.'),
        at: describe(IsoTime, 'When it was answered.'),
      }),
    ),
    'The answer; null while the finding is open.',
  ),
})
export type AccessFinding = z.infer<typeof AccessFinding>

export const listAccessFindings = endpoint({
  name: 'listAccessFindings',
  method: 'GET',
  path: '/v1/access-findings',
  summary: 'One page of unusual access, newest first: the findings that are open or, with `state=answered`, answered',
  query: z.strictObject({
    page: describe(z._default(PageNumber, 1), 'The number of the page, starting at 1.'),
    state: describe(z.optional(z.enum(['open', 'answered'])), 'Which findings to list. Absent: the open ones.'),
  }),
  response: z.object({
    data: z.array(AccessFinding),
    meta: describe(PageMeta, 'The position of the page in the list.'),
    checks: describe(
      z.object({
        isOn: describe(z.boolean(), 'Whether `UNUSUAL_ACCESS` is on.'),
        open: describe(z.int(), 'How many findings are open.'),
        checkedAt: describe(z.nullable(IsoTime), 'When the last day was checked; null before the first time.'),
        hasOthers: describe(
          z.boolean(),
          'Whether there is another super admin, who could answer findings about the caller.',
        ),
      }),
      'The state of the checks.',
    ),
  }),
})

export const answerAccessFinding = endpoint({
  name: 'answerAccessFinding',
  method: 'POST',
  path: '/v1/access-findings/{id}/answer',
  summary: 'Answer a finding that is not about yourself; the answer cannot be changed',
  params: z.strictObject({ id: describe(Id, 'The ID of the finding.') }),
  body: z.strictObject({
    kind: describe(z.enum(['explained', 'follow_up']), 'What the finding was.'),
    sentence: describe(Reason, 'The explanation.'),
  }),
  status: 204,
})
