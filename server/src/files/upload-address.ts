import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '../context.ts'
import { forbidden } from '../http/errors.ts'

/** An upload may take hours; this is how long its address is good to begin. */
export const addressLifetimeSeconds = 15 * 60

const secretName = 'upload-addresses'

/** Makes and checks addresses that are good for one method and one path until they expire, on every replica alike. */
export function createUploadAddresses({ db, now }: Context) {
  let secret: Promise<string> | undefined

  function findSecret(): Promise<string> {
    secret ??= readSecret(db).catch((error: unknown) => {
      secret = undefined
      throw error
    })
    return secret
  }

  async function sign(path: string, expires: number): Promise<string> {
    return createHmac('sha256', await findSecret())
      .update(`PUT\n${path}\n${expires}`)
      .digest('base64url')
  }

  return {
    /** @param path from the root */
    async make(origin: string, path: string): Promise<string> {
      const expires = Math.floor(now() / 1000) + addressLifetimeSeconds
      return `${origin}${path}?expires=${expires}&signature=${await sign(path, expires)}`
    },

    /** @throws ApiError for an address that was not made here, or has expired */
    async check(path: string, given: { expires: number; signature: string }): Promise<void> {
      const expected = Buffer.from(await sign(path, given.expires))
      const signature = Buffer.from(given.signature)
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
        throw forbidden('This upload address is not valid.')
      }
      if (given.expires * 1000 <= now()) throw forbidden('This upload address has expired. Ask for a new one.')
    },
  }
}

async function readSecret(db: Context['db']): Promise<string> {
  const made = { name: secretName, value: randomBytes(32).toString('base64') }
  await db
    .insertInto('serverSecrets')
    .values(made)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = await db
    .selectFrom('serverSecrets')
    .select('value')
    .where('name', '=', secretName)
    .executeTakeFirstOrThrow()
  return value
}
