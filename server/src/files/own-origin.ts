import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { ownOrigins } from '../http/origin.ts'

/**
 * The origin under which the caller reached the console: one of its names on this machine, otherwise `PUBLIC_URL`. A
 * page may send requests only to the origin it was loaded from.
 */
export function ownOrigin({ headers }: FastifyRequest, { publicUrl }: Config): string {
  const asked = `${new URL(publicUrl).protocol}//${headers.host ?? ''}`
  return ownOrigins(publicUrl).has(asked) ? asked : publicUrl
}
