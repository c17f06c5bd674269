import { type ConsoleMessage, expect, type Page, test as base } from '@playwright/test'
import { type Account, type RunningServer, type ServerOptions, startServer } from './server.ts'
import { recordToasts } from './toasts.ts'

type Fixtures = {
  /** Push a pattern for each console error or exception that a journey provokes on purpose. */
  expectedProblems: RegExp[]
}

type WorkerFixtures = {
  /** Per file: `test.use({ serverOptions: { demo: true } })`. Files with the same options share a server per worker. */
  serverOptions: ServerOptions
  server: RunningServer
}

/** Playwright's test on a real server. Any exception, console error or CSP violation in a page fails the journey. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  serverOptions: [{ demo: false }, { scope: 'worker', option: true }],

  server: [
    async ({ serverOptions }, provide) => {
      const server = await startServer(serverOptions)
      await provide(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: async ({ server }, provide) => {
    await provide(server.url)
  },

  expectedProblems: async ({}, provide) => {
    await provide([])
  },

  context: async ({ context, expectedProblems }, provide) => {
    const problems: string[] = []
    context.on('console', (message) => {
      if (isProblem(message)) problems.push(message.text())
    })
    context.on('weberror', (event) => problems.push(String(event.error())))
    await recordToasts(context)
    await provide(context)
    const unexpected = problems.filter((problem) => !expectedProblems.some((pattern) => pattern.test(problem)))
    expect(unexpected, 'errors in the page').toEqual([])
  },
})

export { expect }

/**
 * Chromium reports answers of 400 and up as errors, which the journey itself checks. CSP violations are also errors. In
 * the frame of a mail no script may run, not even the one that Playwright adds to every frame.
 */
function isProblem(message: ConsoleMessage): boolean {
  const isExpected = /^Failed to load resource|^Blocked script execution in '\S+\/mailbox\//
  return message.type() === 'error' && !isExpected.test(message.text())
}

/** Signs in without the form, by default as the server's first admin. */
export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  const response = await page.request.post('/v1/auth/admin/login', { data: { email, password } })
  expect(response.status(), await response.text()).toBe(200)
}
