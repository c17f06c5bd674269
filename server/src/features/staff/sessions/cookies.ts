import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../../core/config.ts'
import { cookieName } from '../../../http/security/cookie-name.ts'
import '@fastify/cookie'

/** Browsers do not store cookies for longer. */
export const deviceLifeMs = 400 * 24 * 3_600_000

/** How long a sign-in at the identity provider may take. */
export const signOnLifeMs = 15 * 60_000

/** The session cookie. It ends with the browser, and scripts cannot read it. */
export const sessionCookie = (config: Config) => cookie(config, 'session')

/** Identifies a browser that signed in before, so that a stranger's failures do not count against its owner. */
export const deviceCookie = (config: Config) => cookie(config, 'device', deviceLifeMs / 1000)

/** Binds the challenge for a passkey to a browser without a session. */
export const passkeyCookie = (config: Config) => cookie(config, 'passkey', 600)

/** Identifies the browser during single sign-on. */
export const signOnCookie = (config: Config) => cookie(config, 'sign-on', signOnLifeMs / 1000)

function cookie(config: Config, plainName: string, maxAge?: number) {
  const secure = config.publicUrl.startsWith('https:')
  const name = cookieName(config, plainName)
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    write: (reply: FastifyReply, value: string) =>
      reply.setCookie(name, value, { ...attributes, ...(maxAge !== undefined && { maxAge }) }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, attributes),
  }
}
