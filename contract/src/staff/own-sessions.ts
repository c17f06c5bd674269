import * as z from 'zod/mini'
import { IsoTime, describe } from '../values/describe.ts'
import { endpoint } from '../http/endpoint.ts'
import { Id } from '../values/text.ts'

export const OpenSession = describe(
  z.object({
    id: describe(z.string(), 'The ID of the session, which is not its secret.'),
    browser: describe(z.string(), 'A name such as "Firefox"; empty if unknown.'),
    system: describe(z.string(), 'A name such as "Windows"; empty if unknown.'),
    address: describe(z.string(), 'The IP address at sign-in; empty if unknown.'),
    createdAt: describe(IsoTime, 'When it began.'),
    lastSeenAt: describe(IsoTime, 'When it was last used.'),
    isCurrent: describe(z.boolean(), 'Whether this is the session of the request.'),
  }),
  'A signed-in browser.',
)
export type OpenSession = z.infer<typeof OpenSession>

const OpenSessions = z.object({
  data: z.object({ sessions: describe(z.array(OpenSession), 'The sessions that have not ended.') }),
})

export const listOwnSessions = endpoint({
  name: 'listOwnSessions',
  method: 'GET',
  path: '/v1/auth/admin/sessions',
  summary: 'Where you are signed in: the session of the request first, then the most recent',
  response: OpenSessions,
})

export const endOwnSession = endpoint({
  name: 'endOwnSession',
  method: 'DELETE',
  path: '/v1/auth/admin/sessions/{sessionId}',
  summary: 'Revoke one of your other sessions. Log out to end the one of the request',
  params: z.strictObject({
    sessionId: describe(Id, 'The ID of the session to revoke, from the list of your sessions.'),
  }),
  status: 204,
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/v1/auth/admin/sessions',
  summary: 'Revoke all your sessions except the one of the request',
  status: 204,
})

export const listSessionsOf = endpoint({
  name: 'listSessionsOf',
  method: 'GET',
  path: '/v1/admins/{id}/sessions',
  summary: 'Where an admin is signed in, the most recent first',
  params: z.strictObject({ id: describe(Id, 'The ID of the admin.') }),
  response: OpenSessions,
})

export const endSessionOf = endpoint({
  name: 'endSessionOf',
  method: 'DELETE',
  path: '/v1/admins/{id}/sessions/{sessionId}',
  summary: 'Revoke one session of an admin; their access stays',
  params: z.strictObject({
    id: describe(Id, 'The ID of the admin.'),
    sessionId: describe(Id, 'The ID of the session to revoke, which may be any of the admin.'),
  }),
  status: 204,
})

export const endSessionsOf = endpoint({
  name: 'endSessionsOf',
  method: 'DELETE',
  path: '/v1/admins/{id}/sessions',
  summary: 'Revoke all sessions of an admin, except the one of the request; their access stays',
  params: z.strictObject({ id: describe(Id, 'The ID of the admin.') }),
  status: 204,
})
