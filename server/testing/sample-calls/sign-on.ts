import { createAdmin } from '../factories.ts'
import { TestBrowser } from '../sign-on/test-browser.ts'
import { freshEmail, type SampleCalls } from './sample-call.ts'

export const signOnCalls: SampleCalls = {
  'POST /v1/auth/admin/sign-on/finish': async ({ testApp, provider }) => {
    const { email } = await createAdmin(testApp, { email: freshEmail() })
    const browser = new TestBrowser(testApp)
    const url = await browser.begin()
    provider.person = { sub: email, email, email_verified: true }
    const answer = provider.visit(url)
    return { url: '/v1/auth/admin/sign-on/finish', cookies: browser.cookies, body: { answer } }
  },
}
