import type { TestApp } from '../build-app.ts'
import type { Session } from '../factories.ts'
import { createAuthenticator } from './software-authenticator.ts'

export type Authenticator = ReturnType<typeof createAuthenticator>

/** Adds a passkey as the settings do. @returns its authenticator, and the recovery codes */
export async function addPasskey(
  { context }: TestApp,
  { call }: Session,
  { name = 'Phone', authenticator = createAuthenticator({ origin: context.config.publicUrl }) } = {},
): Promise<{ authenticator: Authenticator; recoveryCodes: string[] }> {
  const url = '/v1/auth/admin/passkeys'
  const passkey = authenticator.create((await call('POST', url)).json().data)
  const answer = await call('PUT', url, { name, passkey })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return { authenticator, recoveryCodes: answer.json().data.recoveryCodes }
}
