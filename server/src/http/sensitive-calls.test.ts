import { readFileSync } from 'node:fs'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { isApi, urlOf, withDeclaredRoutes } from '../../testing/declared-routes.ts'
import { signedIn } from '../../testing/factories.ts'
import { sampleCalls } from '../../testing/sample-calls/all-calls.ts'
import { startFakeProvider } from '../../testing/sign-on/fake-provider.ts'
import { signOnSettings } from '../../testing/sign-on/test-browser.ts'

/** The reviewed table of all calls, as `METHOD /path sensitivity`. */
function reviewed(): string[] {
  const table = readFileSync(new URL('../../../docs/sensitive-calls.md', import.meta.url), 'utf8')
  return [...table.matchAll(/^\| ([A-Z]+) +(\S+) \| (\w+) \| (.+) \|$/gm)].map(([, method, url, sensitivity, why]) => {
    expect(why?.trim()).not.toBe('')
    return `${method} ${url} ${sensitivity}`
  })
}

test('the table of sensitive calls names every call as the server declares it', async () => {
  const { routes } = await withDeclaredRoutes()
  const declared = routes
    .filter(({ method, url }) => isApi(url) && method !== 'HEAD')
    .map(({ method, url, sensitivity }) => `${method} ${url} ${sensitivity}`)
  expect(reviewed().toSorted()).toEqual(declared.toSorted())
})

test('[session-12] an hour after the sign-in exactly the sensitive calls require a confirmation', async () => {
  const provider = await startFakeProvider()
  const { testApp } = await withDeclaredRoutes(signOnSettings(provider.issuer))
  const { app, context } = testApp
  const boss = await signedIn(testApp, { role: 'super_admin', email: 'boss@example.org' })
  const confirmedAt = (confirmedAtMs: number) => context.db.updateTable('sessions').set({ confirmedAtMs }).execute()
  const refused: string[] = []
  for (const row of reviewed()) {
    const [method = '', url = ''] = row.split(' ')
    await confirmedAt(context.now())
    const sample = await sampleCalls[`${method} ${url}`]?.({ testApp, provider, boss })
    await confirmedAt(context.now() - 3_600_000)
    const { settle, ...given } = sample ?? { url: urlOf(url), cookies: boss.cookies }
    const answer = await app.inject({ method: method as NonNullable<InjectOptions['method']>, ...given })
    const isRefused = answer.statusCode === 403 && answer.json().error.code === 'confirm_identity'
    if (isRefused) refused.push(`${method} ${url}`)
    else await settle?.()
  }
  const sensitive = reviewed().filter((row) => row.endsWith(' yes'))
  expect(refused).toEqual(sensitive.map((row) => row.replace(/ yes$/, '')))
})
