import { createAuthenticator } from '../passkeys/software-authenticator.ts'
import { addPasskey } from '../passkeys/add-passkey.ts'
import { signedIn } from '../factories.ts'
import { setSecondFactor } from '../sessions/second-factor.ts'
import { freshEmail, type SampleCalls, type World } from './sample-call.ts'

const url = '/v1/auth/admin/passkeys'

export const passkeyCalls: SampleCalls = {
  'PUT /v1/auth/admin/passkeys': async ({ testApp }) => {
    const { cookies, call } = await signedIn(testApp, { email: freshEmail() })
    const authenticator = createAuthenticator({ origin: testApp.context.config.publicUrl })
    const passkey = authenticator.create((await call('POST', url)).json().data)
    return { url, cookies, body: { name: 'Phone', passkey } }
  },
  'PATCH /v1/auth/admin/passkeys/:passkeyId': async (world) => {
    const { cookies, id } = await withPasskey(world)
    return { url: `${url}/${id}`, cookies, body: { name: 'Another name' } }
  },
  'DELETE /v1/auth/admin/passkeys/:passkeyId': async (world) => {
    const { cookies, id } = await withPasskey(world)
    return { url: `${url}/${id}`, cookies }
  },
  'DELETE /v1/auth/admin/second-factor/app': async ({ testApp }) => {
    const person = await signedIn(testApp, { email: freshEmail() })
    await setSecondFactor(testApp, person)
    return { url: '/v1/auth/admin/second-factor/app', cookies: person.cookies }
  },
  'POST /v1/auth/admin/passkey-login': async (world) => {
    const { authenticator } = await withPasskey(world)
    const login = '/v1/auth/admin/passkey-login'
    const options = await world.testApp.app.inject({ method: 'POST', url: `${login}/options` })
    const cookies = Object.fromEntries(options.cookies.map(({ name, value }) => [name, value]))
    return { url: login, cookies, body: { passkey: authenticator.get(options.json().data) } }
  },
}

async function withPasskey({ testApp }: World) {
  const person = await signedIn(testApp, { email: freshEmail() })
  const { authenticator } = await addPasskey(testApp, person)
  const { passkeys } = (await person.call('GET', '/v1/auth/admin/second-factor')).json().data
  return { cookies: person.cookies, authenticator, id: passkeys[0].id as string }
}
