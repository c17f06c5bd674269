import type { TestApp } from '../build-app.ts'
import type { Authenticator } from '../passkeys/add-passkey.ts'

let count = 0

/** Each request uses its own IP address, so that no failure delays another attempt. */
export function callElsewhere({ app }: TestApp, path: string, body: object, cookies = {}) {
  count += 1
  const remoteAddress = `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`
  return app.inject({ method: 'POST', url: `/v1/auth/admin${path}`, body, cookies, remoteAddress })
}

/** Signs in only with a passkey. @returns the status */
export async function signInByPasskey(testApp: TestApp, authenticator: Authenticator): Promise<number> {
  const options = await callElsewhere(testApp, '/passkey-login/options', {})
  const cookies = Object.fromEntries(options.cookies.map(({ name, value }) => [name, value]))
  const passkey = authenticator.get(options.json().data)
  return (await callElsewhere(testApp, '/passkey-login', { passkey }, cookies)).statusCode
}
