import type { ErrorCode } from '@health-console/contract/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuditEntry } from '../audit/entry.ts'
import { createRefusalLog } from '../audit/refusals.ts'
import type { Context } from '../context.ts'
import type { ApiError } from './errors.ts'

const denials: ReadonlySet<ErrorCode> = new Set([
  'unauthenticated',
  'forbidden',
  'foreign_origin',
  'confirm_identity',
  'rate_limited',
])

/** Who calls, and from where. */
export function sourceOf(request: FastifyRequest): Pick<AuditEntry, 'actorId' | 'address' | 'requestId'> {
  return { actorId: request.admin?.id ?? null, address: request.ip, requestId: request.id }
}

/** What goes on record of a call that was refused. */
export function refusalEntry(request: FastifyRequest, { code, subject }: ApiError): AuditEntry {
  return {
    ...sourceOf(request),
    action: request.routeOptions.config.action ?? 'unknown',
    subject: subject ?? null,
    outcome: denials.has(code) ? 'denied' : 'failed',
    reason: code,
  }
}

/**
 * Returns the function that puts a refused request on record before it is answered. A wrong secret gets a row of its
 * own, the throttle bounds how many there are; everything else is grouped.
 */
export function registerRefusalLog(app: FastifyInstance, { audit }: Pick<Context, 'audit'>) {
  const refusals = createRefusalLog(audit, app.log)
  app.addHook('onClose', () => refusals.flush())

  return async function recordRefusal(request: FastifyRequest, error: ApiError): Promise<void> {
    if (error.isOnRecord || !isRefusal(request, error)) return
    const entry = refusalEntry(request, error)
    const written = error.isRefusal ? audit.record([entry]) : refusals.record(entry)
    // Nothing is given to whoever is refused, so they are refused all the same.
    await written.catch((failure: unknown) => request.log.error({ err: failure }, 'a refusal could not be recorded'))
  }
}

function isRefusal(request: FastifyRequest, error: ApiError): boolean {
  if (error.isRefusal || denials.has(error.code)) return true
  const { permission, action, signed } = request.routeOptions.config
  if (permission !== 'public' || action === undefined) return false
  // Nobody has to sign in for what a link or a signed address opens: what is not there is dead, forged or a guess.
  return error.code === 'not_found' || (signed === true && error.code === 'invalid')
}
