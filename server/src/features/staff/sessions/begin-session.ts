import { randomUUIDv7 } from 'node:crypto'
import { hashToken, newToken } from '../../../core/crypto/token.ts'
import type { AuditSubject } from '@health-console/contract/audit/actions.ts'
import { toLine } from '@health-console/contract/values/text.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../../core/config.ts'
import type { Context } from '../../../core/context.ts'
import type { Transaction } from '../../../core/database/tables.ts'
import { deviceCookie, sessionCookie } from './cookies.ts'
import { deviceTokenOf, rememberDevice } from './devices.ts'
import { deleteSession, insertSession, isValid } from './store.ts'

/** This is far more than browsers need. It limits how much is stored. */
const maxUserAgentLength = 300

/** A session that is about to begin, with its tokens. It is not stored yet. */
export type NewSession = {
  id: string
  token: string
  deviceToken: string
  /** The browser's previous session, which ends when the new one begins. */
  previousToken: string | undefined
  /** The previous session and its admin, once it has ended: the subjects of an audit entry. */
  ended: AuditSubject[]
  createdAtMs: number
  expiresAtMs: number
  /** The IP address and the browser. */
  address: string
  userAgent: string
}

export async function prepareSession(context: Context, request: FastifyRequest): Promise<NewSession> {
  const { config, now } = context
  const createdAtMs = now()
  return {
    id: randomUUIDv7(),
    token: newToken(),
    deviceToken: await deviceTokenOf(context, request),
    previousToken: sessionCookie(config).read(request),
    ended: [],
    createdAtMs,
    expiresAtMs: createdAtMs + config.sessionMaxMs,
    address: request.ip,
    userAgent: toLine(request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
  }
}

/** Signs in an admin who has just confirmed their identity. Call it under the staff lock. */
export async function beginSession(
  transaction: Transaction,
  { config }: Pick<Context, 'config'>,
  adminId: string,
  { deviceToken, previousToken, createdAtMs, ended, ...session }: NewSession,
): Promise<void> {
  const previous = previousToken === undefined ? undefined : await deleteSession(transaction, hashToken(previousToken))
  if (previous && isValid(previous, { idleMs: config.sessionIdleMs, nowMs: createdAtMs }))
    ended.push(`admin:${previous.adminId}`, `session:${previous.id}`)
  await insertSession(transaction, { ...session, adminId, deviceHash: hashToken(deviceToken), nowMs: createdAtMs })
  await rememberDevice(transaction, deviceToken, adminId, createdAtMs)
}

/** The audit entry about the session that a sign-in in the same browser ended, if there was one. */
export const replacedSession = (actorId: string, subjects: AuditSubject[]) =>
  subjects.length > 0 ? [{ action: 'session.replace' as const, actorId, subjects }] : []

/** Sends the session to the browser, once it is stored. */
export function sendSession(config: Config, reply: FastifyReply, { token, deviceToken }: NewSession): void {
  sessionCookie(config).write(reply, token)
  deviceCookie(config).write(reply, deviceToken)
}
