import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import { keptMails } from '../../../testing/mail/mails.ts'

const forwarded = { 'x-forwarded-host': 'localhost', 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' }

test('a forwarded host does not open the mailbox', async () => {
  const { app } = await buildTestApp({ TRUST_PROXY: '1' })
  const open = (headers: Record<string, string>) => app.inject({ method: 'GET', url: '/mailbox', headers })
  expect((await open({ host: 'console.example.org', ...forwarded })).statusCode).toBe(404)
  expect((await open({ host: 'localhost:3000' })).statusCode).toBe(200)
})

test('the console never builds a URL from data of a request', async () => {
  const testApp = await buildTestApp({ TRUST_PROXY: '1', PUBLIC_URL: 'http://localhost:3000' })
  const { cookies } = await signedIn(testApp, { role: 'super_admin' })
  const headers = { host: 'evil.example', ...forwarded, 'x-forwarded-host': 'evil.example' }
  const send = (url: string, body: object) => testApp.app.inject({ method: 'POST', url, body, headers, cookies })
  const upload = await send('/v1/files', { filename: 'model.gguf', name: 'Main LLM' })
  expect(upload.json().url[0]).toMatch(/^http:\/\/localhost:3000\//)
  await send('/v1/admin-invites', { users: [{ email: 'new@example.org' }] })
  const [mail] = await keptMails(testApp)
  expect(mail?.text).toContain('http://localhost:3000/invites?id=')
  expect(mail?.text).not.toContain('evil.example')
})
