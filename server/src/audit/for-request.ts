import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { AuditEntry } from './entry.ts'

/** For what a route's own `audit` cannot say: several entries, another outcome, an actor without a session. */
export function recorder({ audit }: Context, request: FastifyRequest, actorId = request.admin?.id ?? null) {
  return (action: string, subject: string | null, outcome: AuditEntry['outcome'] = 'ok') =>
    audit.record([{ action, subject, outcome, actorId, address: request.ip, requestId: request.id }])
}
