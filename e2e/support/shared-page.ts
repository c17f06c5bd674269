import {
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  expect,
  type Page,
  type Response,
} from '@playwright/test'
import { devToolsOf, resetDevTools } from './dev-tools.ts'
import { collectToasts, shownToasts } from './toasts.ts'

/**
 * A page that the tests of a worker use one after another. A new page costs more than twice as much processor time as
 * another navigation.
 */
export type SharedPage = {
  context: BrowserContext
  page: Page
  viewport: { width: number; height: number } | null
  /** Exceptions, CSP violations and other errors on the console. */
  errors: string[]
  /** The scripts that a test has added. */
  initScripts: { dispose(): Promise<void> }[]
  /** Whether a test has made a change that cannot be undone. */
  isChanged: boolean
}

const events = [
  ...(['request', 'requestfailed', 'requestfinished', 'response', 'websocket'] as const),
  ...(['console', 'dialog', 'download', 'framenavigated', 'load', 'pageerror', 'popup'] as const),
]

export async function openSharedPage(browser: Browser): Promise<SharedPage> {
  const context = await browser.newContext()
  await collectToasts(context)
  const page = await context.newPage()
  const shared: SharedPage = {
    context,
    page,
    viewport: page.viewportSize(),
    errors: [],
    initScripts: [],
    isChanged: false,
  }
  context.on('console', (message) => {
    if (isError(message)) shared.errors.push(message.text())
  })
  context.on('weberror', (event) => shared.errors.push(String(event.error())))
  // `clean` undoes what is done through this session only.
  await devToolsOf(page)
  const noteChange = () => (shared.isChanged = true)
  before(noteChange, page, ['close', 'exposeBinding', 'exposeFunction'])
  before(noteChange, page.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'])
  before(noteChange, context, ['addInitScript', 'close', 'exposeBinding', 'exposeFunction', 'newCDPSession'])
  before(noteChange, context, ['setExtraHTTPHeaders'])
  const addInitScript = page.addInitScript.bind(page)
  page.addInitScript = async (...parameters) => {
    const script = await addInitScript(...parameters)
    shared.initScripts.push(script)
    return script
  }
  for (const name of ['goto', 'reload'] as const) {
    const navigate = page[name].bind(page) as (...parameters: unknown[]) => Promise<Response | null>
    page[name] = async (...parameters: unknown[]) => {
      await waitForHistory(page)
      return navigate(...parameters)
    }
  }
  return shared
}

/**
 * Waits until the page has left the entry of the history that an open dialog has. It goes back by itself after the dialog
 * has closed, which would abort a navigation of the test.
 */
async function waitForHistory(page: Page): Promise<void> {
  const isGoingBack = () =>
    Object.hasOwn((window.history.state as object | null) ?? {}, 'isOver') &&
    document.querySelector('[role=dialog], [role=alertdialog]') === null
  await expect.poll(() => page.evaluate(isGoingBack)).toBe(false)
}

/**
 * Chromium reports responses with a status of 400 or more as errors, but the tests check these themselves. CSP violations
 * are also errors. No script may run in the frame of an email, not even the one that Playwright adds to every frame.
 */
function isError(message: ConsoleMessage): boolean {
  const isExpected = /^Failed to load resource|^Blocked script execution in '\S+\/mailbox\//
  return message.type() === 'error' && !isExpected.test(message.text())
}

function before<T extends object>(act: () => void, object: T, names: (keyof T)[]): void {
  for (const name of names) {
    const method = object[name] as (...parameters: unknown[]) => unknown
    object[name] = ((...parameters: unknown[]) => {
      act()
      return method.apply(object, parameters)
    }) as T[keyof T]
  }
}

/**
 * Makes a page like a new one: signed out, with nothing stored, routed or listened to.
 * @returns false when that is not possible, for example because its server has stopped
 */
export async function clean({ context, page, viewport, errors, initScripts, isChanged }: SharedPage): Promise<boolean> {
  if (isChanged) return false
  for (const event of events) page.removeAllListeners(event)
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const script of initScripts.splice(0)) await script.dispose()
    await context.setOffline(false)
    await resetDevTools(page)
    // This URL has the same origin, so that the page keeps its process.
    await page.goto('/healthz')
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await context.clearCookies()
    await context.clearPermissions()
    await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null })
    if (viewport) await page.setViewportSize(viewport)
    await page.mouse.move(0, 0)
  } catch {
    return false
  }
  shownToasts(page).length = 0
  errors.length = 0
  return true
}
