import * as z from 'zod/mini'
import { endpoint } from './http/endpoint.ts'
import { Id } from './values/text.ts'

/** A signed-in browser. */
export const OpenSession = z.object({
  id: z.string(),
  /** Names such as "Firefox" and "Windows"; empty if unknown. */
  browser: z.string(),
  system: z.string(),
  /** The IP address at sign-in; empty if unknown. */
  address: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** Whether this is the session of the request. */
  isCurrent: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>

const OpenSessions = z.object({ data: z.object({ sessions: z.array(OpenSession) }) })

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
  params: z.strictObject({ sessionId: Id }),
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
  params: z.strictObject({ id: Id }),
  response: OpenSessions,
})

export const endSessionOf = endpoint({
  name: 'endSessionOf',
  method: 'DELETE',
  path: '/v1/admins/{id}/sessions/{sessionId}',
  summary: 'Revoke one session of an admin; their access stays',
  params: z.strictObject({ id: Id, sessionId: Id }),
  status: 204,
})

export const endSessionsOf = endpoint({
  name: 'endSessionsOf',
  method: 'DELETE',
  path: '/v1/admins/{id}/sessions',
  summary: 'Revoke all sessions of an admin, except the one of the request; their access stays',
  params: z.strictObject({ id: Id }),
  status: 204,
})
