import { Socket } from 'node:net'
import helmet from 'helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../core/config.ts'
import { IncomingMessage, ServerResponse } from './node-http.ts'

export type SecurityHeaders = Readonly<Record<string, string>>

/**
 * Adds the security headers to every response. A response is never stored unless its route allows it.
 * @param uploadOrigins the origins to which the browser uploads files, besides the console itself
 */
export function createSecurityHeaders(config: Config, uploadOrigins: string[]): SecurityHeaders {
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...uploadOrigins],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: config.publicUrl.startsWith('https:') && { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  const request = new IncomingMessage(new Socket())
  const answer = new ServerResponse(request)
  set(request, answer, () => undefined)
  const texts = Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)])
  return { ...Object.fromEntries(texts), 'cache-control': 'no-store' }
}

export function registerSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}
