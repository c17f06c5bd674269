import type { Page } from '@playwright/test'
import { expect, signIn, test } from './support/test.ts'

/** What a browser may refuse to a page, and how it does so, by its name. */
const refusals: Record<string, () => void> = {
  channels: () => {
    const refuse = class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    }
    Object.defineProperty(window, 'BroadcastChannel', { value: refuse })
  },
  storage: () => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: refuse })
  },
  locks: () => {
    const refuse = async () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    Object.defineProperty(LockManager.prototype, 'request', { value: refuse })
    Object.defineProperty(LockManager.prototype, 'query', { value: refuse })
  },
  'the clipboard': () => Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined }),
  workers: () => {
    const refuse = class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    }
    Object.assign(window, { Worker: refuse, SharedWorker: refuse })
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })
  },
  'notifications and passkeys': () => {
    for (const name of ['Notification', 'PublicKeyCredential']) Reflect.deleteProperty(window, name)
    Object.defineProperty(Navigator.prototype, 'credentials', { value: undefined })
  },
}

/** Each public page with its heading. */
const publicPages = [
  ['/login', 'Sign in to Health Console'],
  ['/forgot-password', 'Forgot your password?'],
  ['/password-recovery?id=unknown', /./],
  ['/invites?id=unknown', /./],
  ['/change-email?id=unknown', /./],
  ['/nowhere', 'We can’t find this page'],
] as const

async function expectPublicPages(page: Page, what: string) {
  for (const [path, heading] of publicPages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), `${path} without ${what}`).toHaveText(heading)
  }
}

test('[shell-13] each public page works in a browser that refuses channels, storage, locks, the clipboard, workers or passkeys', async ({
  browser,
  server,
}) => {
  for (const [what, refuse] of Object.entries(refusals)) {
    const context = await browser.newContext({ baseURL: server.url })
    await context.addInitScript(refuse)
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await expectPublicPages(page, what)
    expect(errors, `errors without ${what}`).toEqual([])
    await context.close()
  }
})

test('[shell-13] an admin signs in and opens every page while the browser refuses all of them', async ({
  page,
  server,
}) => {
  for (const refuse of Object.values(refusals)) await page.addInitScript(refuse)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await signIn(page, server.admin)
  for (const [path, heading] of [
    ['/', 'Users'],
    ['/hospital-patients', 'Hospital Patients'],
    ['/files', 'Files'],
    ['/admins', 'Admins'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
  }
  expect(errors).toEqual([])
})
