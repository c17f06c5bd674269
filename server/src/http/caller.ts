import type { AvatarColor, Role } from '@health-console/contract/admins.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { ApiError } from './errors.ts'

/** For how long a sign-in or a confirmed password speaks for sensitive calls. */
const confirmationLifeMs = 10 * 60_000

/** The admin of the request's session, read afresh for every request. */
export type SignedInAdmin = {
  id: string
  email: string
  fullName: string
  role: Exclude<Role, 'user'>
  color: AvatarColor
  createdAtMs: number
  session: { tokenHash: string; expiresAtMs: number; confirmedAtMs: number }
}

declare module 'fastify' {
  interface FastifyRequest {
    admin: SignedInAdmin | undefined
    /**
     * Keeps whoever would end the caller's session waiting until the transaction is over. Call it at the end of what a
     * request changes: its session was looked up before the body was read, which may have taken its time.
     * @throws ApiError when the session has ended
     */
    holdSession(transaction: Transaction<Tables>): Promise<void>
  }
}

/** @throws ApiError when this session's sign-in, or the password given since, is too long ago */
export function requireConfirmed(admin: SignedInAdmin | undefined, nowMs: number): void {
  if (admin && nowMs - admin.session.confirmedAtMs <= confirmationLifeMs) return
  throw new ApiError('confirm_identity', 'Confirm your password to go on.')
}
