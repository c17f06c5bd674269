import type { Page } from '@playwright/test'
import { expectNoAxeViolationsIn, expectNoAxeViolationsInThemes } from './axe.ts'
import { devToolsOf } from './dev-tools.ts'
import { expectEdges, expectSoundLayout, expectTouchTargets } from './layout.ts'
import type { RunningServer, ServerOptions } from './server.ts'
import { expect, signIn, test } from './test.ts'

export type Screen = {
  name: string
  open: (page: Page, server: RunningServer) => Promise<unknown>
  /** The screen is shown without a sign-in. */
  isPublic?: boolean
  /** The screen needs its own page, because opening it changes the page itself, for example its clock. */
  isAlone?: boolean
  /** The screen consists of the same parts as another one, so it is checked only by the `faults` project. */
  isVariant?: boolean
  /** The screens that are opened from this one, one after another, which saves opening the page again. */
  next?: Pick<Screen, 'name' | 'open'>[]
}

type Seen = Screen & { isNext?: boolean }

const withNext = ({ next = [], ...screen }: Screen): Seen[] => [
  screen,
  ...next.map((each) => ({ ...each, isNext: true })),
]

/** One page shows this many screens, because a new page costs as much as checking one screen in all variants. */
const screensPerPage = 6

/** Groups screens into those that one page shows. Each group is one test. */
export function inPages(screens: Screen[]): Screen[][] {
  const pages: Screen[][] = []
  for (const screen of screens.filter(({ isAlone }) => !isAlone)) {
    const last = pages.at(-1)
    if (last && last.flatMap(withNext).length < screensPerPage) last.push(screen)
    else pages.push([screen])
  }
  return [...pages, ...screens.filter(({ isAlone }) => isAlone).map((screen) => [screen])]
}

/** Returns the screens by the titles of the tests that check them. Each test checks several. */
export function byTitle(screens: Screen[]): Map<string, Screen[]> {
  const usual = inPages(screens.filter(({ isVariant }) => !isVariant))
  const variants = inPages(screens.filter(({ isVariant }) => isVariant))
  return new Map([
    ...usual.map((some) => [titleOf(some), some] as const),
    ...variants.map((some) => [`${titleOf(some)} @faults`, some] as const),
  ])
}

export const titleOf = (screens: Screen[]) =>
  screens
    .flatMap(withNext)
    .map(({ name }) => name)
    .join('; ')

/**
 * Opens screens one after another and checks every second one in the light theme and at the narrow width, and the others
 * in the dark theme and at the wide width. The `faults` project checks each in both themes, at all widths, with large
 * text, with touch and with forced colours.
 */
export const seeScreens = (page: Page, server: RunningServer, screens: Screen[]): Promise<void> =>
  openScreens(page, server, screens, (name, index) =>
    test.info().project.name === 'faults' ? expectSoundInEveryVariant(page, name) : expectSound(page, name, index),
  )

/** Opens screens one after another, and checks each. */
export async function openScreens(
  page: Page,
  server: RunningServer,
  screens: Screen[],
  check: (name: string, index: number) => Promise<void>,
): Promise<void> {
  test.setTimeout(screens.flatMap(withNext).length * 120_000)
  for (const [index, screen] of screens.flatMap(withNext).entries())
    await test
      .step(screen.name, async () => {
        if (!screen.isNext) await reset(page, server, screen)
        await screen.open(page, server)
        await check(screen.name, index)
      })
      // The other screens are checked even if one fails.
      .catch((error: unknown) => expect.soft(String(error), screen.name).toBe(''))
}

async function reset(page: Page, server: RunningServer, { isPublic }: Screen): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().clearCookies()
  // The pointer may still be over a control of the page before.
  await page.mouse.move(0, 0)
  if (!isPublic) await signIn(page, server.admin)
}

export const dialog = (page: Page) => page.locator('[role=dialog], [role=alertdialog]').last()
export const click = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click({ timeout: 20_000 })

/** Opens a page and waits for its first row. */
export async function openList(page: Page, path: string) {
  await page.goto(path)
  await expect(page.locator('tbody tr').first()).toBeVisible()
}

/** Opens a list, and then a dialog with one of its buttons. */
export async function openDialog(page: Page, path: string, button: string | RegExp) {
  await openList(page, path)
  await openHere(page, button)
}

/** Opens a dialog from the page that is open. */
export async function openHere(page: Page, button: string | RegExp) {
  await click(page, button)
  await expect(dialog(page)).toBeVisible()
}

/** Closes the only dialog that is open, and opens another from the page. */
export async function openNext(page: Page, button: string | RegExp) {
  await closeDialog(page)
  await openHere(page, button)
}

/** Closes the only dialog that is open. */
export async function closeDialog(page: Page) {
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
}

export async function openUser(page: Page) {
  await openList(page, '/')
  await page.locator('tbody tr').first().click()
  await expect(page.getByRole('button', { name: 'Download report' }).first()).toBeVisible()
}

/** Screens are checked on this server. Further rows would be the same, and axe looks at each. */
export const demoServer: ServerOptions = { demo: true, settings: { PAGE_SIZE: '8' } }

/** Each page of this server has as many rows as fill a window. */
export const fullPages: ServerOptions = { demo: true, settings: { PAGE_SIZE: '20' } }

/** The next screens are opened in the wide window, with every action beside its row. */
const wide = 1440
const narrow = 390
const otherWidths = [2560, 1024, 768, 320]
const heightPx = 900
/** The size that a zoom of 200 % leaves of 1280 × 800. */
const zoomed = { width: 640, height: 400 }

/** Sets the text size as the browser's own setting does. Widths in media queries grow with it. */
async function setTextSize(page: Page, sizePx: number) {
  const devTools = await devToolsOf(page)
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: sizePx } })
}

/** Turns touch on or off. With touch the pointer is coarse, and nothing hovers. */
export async function setTouch(page: Page, enabled: boolean) {
  const devTools = await devToolsOf(page)
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled, maxTouchPoints: 1 })
}

async function expectSound(page: Page, name: string, index: number) {
  const isEven = index % 2 === 0
  await expectNoAxeViolationsIn(page, isEven ? 'light' : 'dark')
  await expectSoundAt(page, name, [isEven ? narrow : wide])
  await page.setViewportSize({ width: wide, height: heightPx })
}

async function expectSoundAt(page: Page, name: string, widths: number[]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: heightPx })
    await expectSoundLayout(page, `${name} at ${width} px`)
  }
}

/** Checks the open page in every variant, because opening it again would cost more than all of them. */
async function expectSoundInEveryVariant(page: Page, name: string) {
  await expectNoAxeViolationsInThemes(page)
  await expectSoundAt(page, name, [narrow, wide, ...otherWidths])
  await page.setViewportSize(zoomed)
  await expectSoundLayout(page, `${name} at a zoom of 200 %`)
  await setTouch(page, true)
  for (const width of [390, 1024]) {
    await page.setViewportSize({ width, height: heightPx })
    await expectTouchTargets(page, `${name} at ${width} px under fingers`)
  }
  await setTouch(page, false)

  await setTextSize(page, 32)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: heightPx })
    await expectSoundLayout(page, `${name} at ${width} px with text of 200 %`)
  }
  await setTextSize(page, 16)

  await page.emulateMedia({ forcedColors: 'active' })
  await expectEdges(page)
  await page.emulateMedia({ forcedColors: null })
}
