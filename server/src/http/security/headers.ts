import type { FastifyInstance } from 'fastify'
import type { Config } from '../../core/config.ts'

export type SecurityHeaders = Readonly<Record<string, string>>

/**
 * The headers of every response. A response is never stored unless its route allows it.
 * @param uploadOrigins the origins to which the browser uploads files, besides the console itself
 */
export function createSecurityHeaders(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  uploadOrigins: readonly string[],
): SecurityHeaders {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${["'self'", ...uploadOrigins].join(' ')}`,
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // The filter of old browsers could itself be abused.
    'x-xss-protection': '0',
    'cache-control': 'no-store',
  }
}

export function registerSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}
