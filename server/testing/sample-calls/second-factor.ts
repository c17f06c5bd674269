import { signedIn } from '../factories.ts'
import { setSecondFactor } from '../sessions/second-factor.ts'
import { codeAt } from '../sessions/totp.ts'
import { freshEmail, type SampleCalls, type World } from './sample-call.ts'

const url = '/v1/auth/admin/second-factor'

export const secondFactorCalls: SampleCalls = {
  'GET /v1/auth/admin/second-factor': async ({ boss }) => ({ url, cookies: boss.cookies }),
  'POST /v1/auth/admin/second-factor': async ({ testApp }) => {
    const { cookies } = await signedIn(testApp, { email: freshEmail() })
    return { url, cookies }
  },
  'PUT /v1/auth/admin/second-factor': async ({ testApp }) => {
    const { cookies, call } = await signedIn(testApp, { email: freshEmail() })
    const { secret } = (await call('POST', url)).json().data
    return { url, cookies, body: { code: codeAt(secret, testApp.context.now()) } }
  },
  'DELETE /v1/auth/admin/second-factor': async (world) => {
    const { cookies } = await withSecondFactor(world)
    return { url, cookies }
  },
  'POST /v1/auth/admin/second-factor/recovery-codes': async (world) => {
    const { cookies } = await withSecondFactor(world)
    return { url: `${url}/recovery-codes`, cookies }
  },
  'DELETE /v1/admins/:id/second-factor': async (world) => {
    const { admin } = await withSecondFactor(world)
    return { url: `/v1/admins/${admin.id}/second-factor`, cookies: world.boss.cookies }
  },
}

async function withSecondFactor({ testApp }: World) {
  const person = await signedIn(testApp, { email: freshEmail() })
  await setSecondFactor(testApp, person)
  return person
}
