import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../context.ts'
import { forbidden } from '../http/errors.ts'

/** How long an upload may be started with an address; the upload itself may take hours. */
export const addressLifetimeSeconds = 15 * 60

/** Signs and checks addresses that are valid for one method and one path until they expire, on every replica. */
export function createUploadAddresses({ keys, now }: Pick<Context, 'keys' | 'now'>) {
  const key = keys.derive('upload-addresses')
  const sign = (path: string, expires: number) =>
    createHmac('sha256', key).update(`PUT\n${path}\n${expires}`).digest('base64url')

  return {
    /** @param path from the root */
    make(origin: string, path: string): string {
      const expires = Math.floor(now() / 1000) + addressLifetimeSeconds
      return `${origin}${path}?expires=${expires}&signature=${sign(path, expires)}`
    },

    /** @throws ApiError for an address that is not signed by this console or has expired */
    check(path: string, given: { expires: number; signature: string }): void {
      const expected = Buffer.from(sign(path, given.expires))
      const signature = Buffer.from(given.signature)
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
        throw forbidden('This upload address is not valid.')
      }
      if (given.expires * 1000 <= now()) throw forbidden('This upload address has expired. Ask for a new one.')
    },
  }
}
