import type { ErrorCode } from '@health-console/contract/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuditEntry, AuditSource } from '../../core/audit/entry.ts'
import { createGroupedLog } from '../../core/audit/grouped-log.ts'
import type { Context } from '../../core/context.ts'
import type { ApiError } from '../errors.ts'
import { logRejection } from '../security/events.ts'

const denials: ReadonlySet<ErrorCode> = new Set([
  'unauthenticated',
  'invalid_token',
  'forbidden',
  'insufficient_scope',
  'foreign_origin',
  'confirm_identity',
  'second_factor_required',
  'rate_limited',
])

/** A service account is identified by its id, and its token in place of a session. */
export function sourceOf({ admin, machine, ip, id }: FastifyRequest): AuditSource {
  const actorId = admin?.id ?? machine?.id ?? null
  return { actorId, sessionId: admin?.session.id ?? machine?.token.id ?? null, address: ip, requestId: id }
}

/** How a rejected request is logged. */
export function rejectionEntry(request: FastifyRequest, { code, details: { subject, limit } }: ApiError): AuditEntry {
  return {
    ...sourceOf(request),
    action: request.routeOptions.config.action ?? 'unknown',
    subjects: subject ? [subject] : [],
    outcome: denials.has(code) ? 'denied' : 'failed',
    reason: limit ? `bulk_${limit}` : code,
  }
}

/**
 * Returns the function that logs a rejected request before the response is sent. Equal rejections are grouped, so that
 * no flood fills the audit log, whose rows cannot be deleted.
 */
export function registerRejectionLog(app: FastifyInstance, { audit }: Pick<Context, 'audit'>) {
  const rejections = createGroupedLog(audit, app.log)
  app.addHook('onClose', () => rejections.flush())

  return async function writeRejection(request: FastifyRequest, error: ApiError): Promise<void> {
    if (!isRejection(request, error)) return
    const entry = rejectionEntry(request, error)
    logRejection(request.log, entry, error)
    if (error.isLogged) return
    // The error discloses nothing, so it is sent even if it cannot be logged.
    await rejections
      .add(entry)
      .catch((failure: unknown) => request.log.error({ err: failure }, 'a rejected request could not be logged'))
  }
}

/** Whether an error denies a caller access, and does not only say that something cannot be done. */
export function isRejection(request: FastifyRequest, error: ApiError): boolean {
  if (error.details.isRejection || denials.has(error.code)) return true
  const { permission, action, signed } = request.routeOptions.config
  if (permission !== 'public' || action === undefined) return false
  // Links and signed URLs need no sign-in. One that is not found may be forged or guessed.
  return error.code === 'not_found' || (signed === true && error.code === 'invalid')
}
