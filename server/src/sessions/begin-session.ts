import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { deviceCookie, newToken, sessionCookie } from './cookies.ts'
import { deleteSession, hashToken, insertSession, rememberDevice } from './store.ts'

/**
 * Signs in somebody who has just proved who they are: a new session under a new token, and the end of the one that the
 * browser had before.
 * @param knownDevice the device's token when this person has signed in with it before
 * @returns when the session ends at the latest
 */
export async function beginSession(
  { db, config, now }: Context,
  { adminId, knownDevice }: { adminId: string; knownDevice?: string | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<number> {
  const previous = sessionCookie(config).read(request)
  if (previous !== undefined) await deleteSession(db, hashToken(previous))

  const token = newToken()
  const nowMs = now()
  const expiresAtMs = nowMs + config.sessionMaxMs
  await insertSession(db, { token, adminId, nowMs, expiresAtMs })
  sessionCookie(config).write(reply, token)

  const device = knownDevice ?? newToken()
  await rememberDevice(db, device, adminId, nowMs)
  deviceCookie(config).write(reply, device)
  return expiresAtMs
}
