import { type AuditActionGroup, findAuditAction } from '@health-console/contract/audit/actions.ts'
import type { ErrorCode } from '@health-console/contract/errors.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { AuditEntry } from '../../core/audit/entry.ts'
import type { ApiError } from '../errors.ts'

const watched: readonly (AuditActionGroup | null | undefined)[] = ['signIn', 'account', 'staff']
/** These are not security events: they happen to everyone whose session has ended, or who has to confirm something. */
const ordinary: readonly ErrorCode[] = [
  'unauthenticated',
  'confirm_identity',
  'second_factor_required',
  'second_factor',
]

/** Logs sign-ins and changes of accounts and permissions, for security monitoring. */
export function logSecurityEvents(log: FastifyBaseLogger, entries: readonly AuditEntry[]): void {
  for (const entry of entries) {
    const { action } = entry
    if (watched.includes(findAuditAction(action)?.group) && !/\.(view|list)/.test(action)) {
      log.info(eventOf(entry), 'security event')
    }
  }
}

export function logRejection(log: FastifyBaseLogger, entry: AuditEntry, { code, details }: ApiError): void {
  if (details.limit || !ordinary.includes(code)) log.warn(eventOf(entry), 'security event')
}

function eventOf({ action, outcome, reason, actorId, address, subjects }: AuditEntry) {
  const account = actorId ?? subjects.find((each) => each.startsWith('admin:'))?.slice('admin:'.length) ?? null
  return { event: action, outcome, ...(reason && { reason }), account, address, subjects }
}
