import type { Page } from '@playwright/test'
import { freePort } from '../../server/testing/processes/free-port.ts'
import { type RealProvider, startRealProvider } from '../../server/testing/sign-on/real-provider.ts'
import { signOnSettings } from '../../server/testing/sign-on/test-browser.ts'
import { type RunningServer, startServer } from './server.ts'
import { test as base } from './test.ts'

type World = { server: RunningServer; provider: RealProvider; stop(): Promise<void> }

type Fixtures = {
  /** More settings: `test.use({ settings: { OIDC_ONLY: '1' } })`. */
  settings: Record<string, string>
  world: World
  provider: RealProvider
}

/** Playwright's test on a real server and a real identity provider that know each other. */
export const test = base.extend<Fixtures>({
  settings: [{}, { option: true }],

  world: [
    async ({ settings, sharedServer }, provide) => {
      const key = `with single sign-on ${JSON.stringify(settings)}`
      await provide(await sharedServer.startAs(key, () => startWorld(settings)))
    },
    { timeout: 240_000 },
  ],
  server: ({ world }, provide) => provide(world.server),
  provider: ({ world }, provide) => provide(world.provider),

  context: async ({ context }, provide) => {
    // Without this the provider's page would wait for a font from another host.
    await context.route('https://fonts.googleapis.com/**', (route) => route.abort())
    await provide(context)
  },
})

async function startWorld(settings: Record<string, string>): Promise<World> {
  const port = await freePort()
  const provider = await startRealProvider([`http://localhost:${port}/sign-on`])
  const ofProvider = signOnSettings(provider.issuer, settings)
  const server = await startServer({ demo: false, settings: { PORT: String(port), ...ofProvider } })
  const stop = async () => {
    await server.stop()
    await provider.stop()
  }
  return { server, provider, stop }
}

/** Signs in on the identity provider's own page. */
export async function signInThere(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}
