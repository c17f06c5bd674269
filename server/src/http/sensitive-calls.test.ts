import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { type DeclaredRoute, urlOf, withDeclaredRoutes } from '../../testing/http/declared-routes.ts'
import { isApi } from '../../testing/http/is-api.ts'
import { signedIn } from '../../testing/factories.ts'
import { sampleCalls } from '../../testing/sample-calls/all-calls.ts'
import { startFakeProvider } from '../../testing/sign-on/fake-provider.ts'
import { signOnSettings } from '../../testing/sign-on/test-browser.ts'

async function listCalls() {
  const { routes } = await withDeclaredRoutes()
  const nameOf = ({ method, url }: DeclaredRoute) => `${url} ${method}`
  return routes
    .filter(({ method, url }) => isApi(url) && method !== 'HEAD')
    .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

test('[session-12] an hour after the sign-in, exactly the sensitive requests need a confirmation', async () => {
  const provider = await startFakeProvider()
  const { testApp } = await withDeclaredRoutes(signOnSettings(provider.issuer))
  const { app, context } = testApp
  const boss = await signedIn(testApp, { role: 'super_admin', email: 'boss@example.org' })
  const confirmedAt = (confirmedAtMs: number) => context.db.updateTable('sessions').set({ confirmedAtMs }).execute()
  const rejected: string[] = []
  const calls = await listCalls()
  for (const { method, url } of calls) {
    await confirmedAt(context.now())
    const sample = await sampleCalls[`${method} ${url}`]?.({ testApp, provider, boss })
    await confirmedAt(context.now() - 3_600_000)
    const { settle, ...input } = sample ?? { url: urlOf(url), cookies: boss.cookies }
    const answer = await app.inject({ method: method as NonNullable<InjectOptions['method']>, ...input })
    const isRejected = answer.statusCode === 403 && answer.json().error.code === 'confirm_identity'
    if (isRejected) rejected.push(`${method} ${url}`)
    else await settle?.()
  }
  const sensitive = calls.filter(({ sensitivity }) => sensitivity === 'yes')
  expect(rejected).toEqual(sensitive.map(({ method, url }) => `${method} ${url}`))
})
