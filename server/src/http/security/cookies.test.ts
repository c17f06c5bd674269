import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { withDeclaredRoutes } from '../../../testing/http/declared-routes.ts'
import { createAdmin, signedIn, testPassword } from '../../../testing/factories.ts'
import { apiPage, tablesOf } from '../../../testing/http/api-page.ts'
import { addPasskey } from '../../../testing/passkeys/add-passkey.ts'
import { sampleCalls } from '../../../testing/sample-calls/all-calls.ts'
import { freshEmail, type World } from '../../../testing/sample-calls/sample-call.ts'
import { startFakeProvider } from '../../../testing/sign-on/fake-provider.ts'
import { signOnSettings, TestBrowser } from '../../../testing/sign-on/test-browser.ts'

const auth = '/v1/auth/admin'
const day = 24 * 3_600
const kept: Record<string, number | undefined> = {
  'until the browser closes': undefined,
  '400 days': 400 * day,
  '15 minutes': 15 * 60,
  '10 minutes': 10 * 60,
}

/** Requests that set cookies without being logged, or without being successful. */
const others: Record<string, (world: World) => Promise<LightMyRequestResponse>> = {
  'passkey-login/options': ({ testApp }) => new TestBrowser(testApp).call('POST', `${auth}/passkey-login/options`),
  'sign-on': ({ testApp }) => new TestBrowser(testApp).call('POST', `${auth}/sign-on`, {}),
  'sign-on/confirm': async (world) => {
    const { browser, answer } = await beginSignOn(world, await createAdmin(world.testApp, { email: freshEmail() }))
    await browser.finish(answer)
    return browser.call('POST', `${auth}/sign-on/confirm`)
  },
  login: async ({ testApp }) => {
    const email = freshEmail()
    await addPasskey(testApp, await signedIn(testApp, { email }))
    return new TestBrowser(testApp).call('POST', `${auth}/login`, { email, password: testPassword })
  },
  'sign-on/finish': async (world) => {
    const email = freshEmail()
    await addPasskey(world.testApp, await signedIn(world.testApp, { email }))
    const { browser, answer } = await beginSignOn(world, { email })
    return browser.finish(answer)
  },
}

async function beginSignOn({ testApp, provider }: World, { email }: { email: string }) {
  const browser = new TestBrowser(testApp)
  const url = await browser.begin()
  provider.person = { sub: email, email, email_verified: true }
  return { browser, answer: provider.visit(url) }
}

test('[api-16] the API page lists every cookie, how long it is kept, and each request that sets it', async () => {
  const provider = await startFakeProvider()
  const { testApp, routes } = await withDeclaredRoutes(signOnSettings(provider.issuer, { OIDC_SECOND_FACTOR: 'ours' }))
  const boss = await signedIn(testApp, { role: 'super_admin', email: 'boss@example.org' })
  const world = { testApp, provider, boss }
  const found = new Set<string>()
  const removed = new Set<string>()
  const note = (url: string, { cookies }: LightMyRequestResponse) => {
    for (const { name, value, maxAge, httpOnly, sameSite, path } of cookies) {
      expect([url, httpOnly, sameSite, path]).toEqual([url, true, 'Lax', '/'])
      const plainName = name.replace(/-\d+$/, '')
      if (value === '') removed.add(`${plainName} by ${url}`)
      else found.add(`${plainName} for ${maxAge} by ${url}`)
    }
  }

  for (const { method, url } of routes) {
    const sample = await sampleCalls[`${method} ${url}`]?.(world)
    if (!sample) continue
    const { settle, ...input } = sample
    note(url, await testApp.app.inject({ method: method as 'GET', ...input }))
    await settle?.()
  }
  for (const [path, send] of Object.entries(others)) note(`${auth}/${path}`, await send(world))

  const documented = tablesOf(apiPage, 'Cookie').flatMap(([name = '', time = '', urls = '']) => {
    expect(Object.keys(kept)).toContain(time)
    const paths = [...urls.matchAll(/`([^`]+)`/g)].map(([, path = '']) =>
      path.startsWith('/v1/') ? path : auth + path,
    )
    return paths.map((path) => `${name.replaceAll('`', '')} for ${kept[time]} by ${path}`)
  })
  expect([...found].toSorted()).toEqual(documented.toSorted())
  expect([...removed]).toEqual([`session by ${auth}/logout`])
})
