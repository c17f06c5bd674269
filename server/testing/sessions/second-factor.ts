import type { Session } from '../factories.ts'
import type { TestApp } from '../build-app.ts'
import { codeAt } from './totp.ts'

/** Sets up a second factor as the settings do. @returns its secret, and the recovery codes */
export async function setSecondFactor(
  { context }: TestApp,
  { call }: Session,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await call('POST', '/v1/auth/admin/second-factor')).json().data
  const answer = await call('PUT', '/v1/auth/admin/second-factor', { code: codeAt(secret, context.now()) })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return { secret, recoveryCodes: answer.json().data.recoveryCodes }
}
