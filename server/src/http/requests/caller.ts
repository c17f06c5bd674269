import { isAhead } from '../../core/database/past.ts'
import type { AvatarColor, Role } from '@health-console/contract/staff/admins.ts'
import type { BulkKind } from '@health-console/contract/errors.ts'
import type { Scope } from '@health-console/contract/staff/scopes.ts'
import type { CountedUse } from '../../core/audit/store.ts'
import type { Transaction } from '../../core/database/tables.ts'
import { ApiError, forbidden } from '../errors.ts'

/** How long after a sign-in or a confirmation sensitive requests are allowed. */
const confirmationLifeMs = 10 * 60_000

/** The admin of the request's session, read for every request. */
export type SignedInAdmin = {
  id: string
  email: string
  fullName: string
  role: Exclude<Role, 'user'>
  color: AvatarColor
  createdAtMs: number
  /** The second factors that the admin has. */
  factors: { app: boolean; passkeys: boolean }
  session: { id: string; tokenHash: string; expiresAtMs: number; confirmedAtMs: number; isSignOn: boolean }
}

/** The service account of the request's token, read for every request. */
export type MachineCaller = {
  id: string
  name: string
  scopes: Scope[]
  token: { id: string; endsAtMs: number }
}

/** The number of rows of a kind that a response shows. */
export type Shown = {
  kind: BulkKind
  rows: number
  /** The parts belong to a whole that counts once per hour, if the whole was counted before they are read. */
  partOf?: { name: string; isPart: boolean }
}

declare module 'fastify' {
  interface FastifyRequest {
    admin: SignedInAdmin | undefined
    machine: MachineCaller | undefined
    /**
     * Locks the caller's session until the transaction ends, so that it cannot be revoked meanwhile. Call it at the end
     * of a change: the session and the role were last checked before the body was read, which may have been long ago.
     * @throws ApiError if the session has ended, or a super admin needed for the request is no longer one
     */
    lockSession(transaction: Transaction): Promise<void>
    /** Like `lockSession`, for the token of a service account. */
    lockToken(transaction: Transaction): Promise<void>
    /** The use of the caller's hourly limit by a response that is about to be sent. */
    useOfHour(shown: Shown): Promise<CountedUse | undefined>
  }
}

/** @throws ApiError if the admin is not a super admin */
export function requireSuperAdmin({ role }: { role: Role }): void {
  if (role !== 'super_admin') throw forbidden('Only super admins can do this.')
}

/** @throws ApiError if the last sign-in or confirmation of this session is too long ago */
export function requireConfirmed(admin: SignedInAdmin | undefined, nowMs: number): void {
  if (admin && isConfirmed(admin, nowMs)) return
  throw new ApiError('confirm_identity', 'Confirm your identity to continue.')
}

/** Whether the last sign-in or confirmation of this session is recent. */
export const isConfirmed = ({ session }: SignedInAdmin, nowMs: number) =>
  nowMs - session.confirmedAtMs <= confirmationLifeMs && !isAhead(session.confirmedAtMs, nowMs)
