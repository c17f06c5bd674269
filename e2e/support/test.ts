import { expect, type Page, test as base } from '@playwright/test'
import { type Account, type RunningServer, type ServerOptions, startServer } from './server.ts'
import { keepSession, resumeSession } from './kept-sessions.ts'
import { clean, openSharedPage, type SharedPage } from './shared-page.ts'
import { createSharedServer, type SharedServer } from './shared-server.ts'

type Fixtures = {
  /** Set per file with `test.use({ serverOptions: { demo: true } })`. */
  serverOptions: ServerOptions
  server: RunningServer
  /** Patterns of the console errors and exceptions that a test provokes on purpose. */
  expectedErrors: RegExp[]
}

type WorkerFixtures = {
  sharedServer: SharedServer
  /** The pages by their server and the options of their context. */
  sharedPages: Map<string, SharedPage>
}

/** Playwright's test on a real server. Any exception, console error or CSP violation in a page fails the test. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  serverOptions: [{ demo: false }, { option: true }],

  sharedServer: [
    async ({}, provide) => {
      const shared = createSharedServer()
      await provide(shared)
      await shared.stop()
    },
    { scope: 'worker' },
  ],

  server: [
    async ({ serverOptions, sharedServer }, provide) => {
      await provide(await sharedServer.startAs(JSON.stringify(serverOptions), () => startServer(serverOptions)))
    },
    // This is longer than a server may take to start, so that the server itself reports why it cannot start.
    { timeout: 240_000 },
  ],

  baseURL: async ({ server }, provide) => {
    await provide(server.url)
  },

  expectedErrors: async ({}, provide) => {
    await provide([])
  },

  sharedPages: [
    async ({}, provide) => {
      const pages = new Map<string, SharedPage>()
      await provide(pages)
      for (const { context } of pages.values()) await context.close()
    },
    { scope: 'worker' },
  ],

  context: async (
    { browser, server, sharedPages, expectedErrors, viewport, hasTouch, isMobile },
    provide,
    testInfo,
  ) => {
    for (const [key, { context }] of sharedPages) {
      if (key.startsWith(`${server.url} `)) continue
      sharedPages.delete(key)
      await context.close()
    }
    const key = `${server.url} ${JSON.stringify({ viewport, hasTouch, isMobile })}`
    const shared = sharedPages.get(key) ?? (await openSharedPage(browser))
    sharedPages.set(key, shared)
    await provide(shared.context)
    const unexpected = shared.errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)))
    const isReusable = testInfo.status === testInfo.expectedStatus && (await clean(shared))
    if (!isReusable) {
      sharedPages.delete(key)
      await shared.context.close()
    }
    expect(unexpected, 'errors in the page').toEqual([])
  },

  page: async ({ context }, provide) => {
    const [page] = context.pages()
    if (!page) throw new Error('The context has no page')
    await provide(page)
  },
})

export { expect }

/** Signs in without the form, by default as the server's first admin. */
export async function signIn(page: Page, account: Account): Promise<void> {
  if (await resumeSession(page, account)) return
  const { email, password } = account
  const response = await page.request.post('/v1/auth/admin/login', { data: { email, password } })
  expect(response.status(), await response.text()).toBe(200)
  await keepSession(page, account)
}
