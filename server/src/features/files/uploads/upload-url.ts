import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../core/context.ts'
import { forbidden } from '../../../http/errors.ts'

/** How long an upload may be started with a URL; the upload itself may take hours. */
export const urlLifetimeSeconds = 15 * 60

/** Signs and checks URLs that are valid for one method and one path until they expire, on every replica. */
export function createUploadUrls({ keys, now }: Pick<Context, 'keys' | 'now'>) {
  const sign = (path: string, expires: number) =>
    createHmac('sha256', keys.derive('upload-addresses')).update(`PUT\n${path}\n${expires}`).digest('base64url')

  return {
    /** @param path the path from the root */
    make(origin: string, path: string): string {
      const expires = Math.floor(now() / 1000) + urlLifetimeSeconds
      return `${origin}${path}?expires=${expires}&signature=${sign(path, expires)}`
    },

    /** @throws ApiError for a URL that this console has not signed or that has expired */
    check(path: string, query: { expires: number; signature: string }): void {
      const expected = Buffer.from(sign(path, query.expires))
      const signature = Buffer.from(query.signature)
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
        throw forbidden('This upload URL is not valid.')
      }
      if (query.expires * 1000 <= now()) throw forbidden('This upload URL has expired. Request a new one.')
    },
  }
}
