import type { Browser, BrowserContext, ConsoleMessage, Page } from '@playwright/test'
import { devToolsOf, resetDevTools } from './dev-tools.ts'
import { collectToasts, shownToasts } from './toasts.ts'

/**
 * A page that the tests of a worker use one after another: a new one costs more than twice as much processor time as
 * another navigation.
 */
export type SharedPage = {
  context: BrowserContext
  page: Page
  viewport: { width: number; height: number } | null
  /** Exceptions, CSP violations and other errors on the console. */
  problems: string[]
  /** Those that a test has added. */
  initScripts: { dispose(): Promise<void> }[]
  /** A test has made a change that cannot be undone. */
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
    problems: [],
    initScripts: [],
    isChanged: false,
  }
  context.on('console', (message) => {
    if (isProblem(message)) shared.problems.push(message.text())
  })
  context.on('weberror', (event) => shared.problems.push(String(event.error())))
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
  return shared
}

/**
 * Chromium reports answers of 400 and up as errors, which the test itself checks. CSP violations are also errors. In
 * the frame of a mail no script may run, not even the one that Playwright adds to every frame.
 */
function isProblem(message: ConsoleMessage): boolean {
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
 * @returns false when that is not possible, also because its server has gone
 */
export async function clean({
  context,
  page,
  viewport,
  problems,
  initScripts,
  isChanged,
}: SharedPage): Promise<boolean> {
  if (isChanged) return false
  for (const event of events) page.removeAllListeners(event)
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const script of initScripts.splice(0)) await script.dispose()
    await context.setOffline(false)
    await resetDevTools(page)
    // Of the same origin, so that the process stays.
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
  problems.length = 0
  return true
}
