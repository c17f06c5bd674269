import { expect, type Page } from '@playwright/test'
import { expectNoAxeViolations } from './axe.ts'
import { expectEdges, expectSoundLayout, expectTouchTargets } from './layout.ts'
import type { RunningServer } from './server.ts'

export type Screen = { name: string; open: (page: Page, server: RunningServer) => Promise<unknown> }

export const dialog = (page: Page) => page.locator('[role=dialog], [role=alertdialog]').last()
export const click = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click({ timeout: 20_000 })

/** Opens a page and waits for its first row. */
export async function openList(page: Page, path: string) {
  await page.goto(path)
  await expect(page.locator('tbody tr').first()).toBeVisible()
}

/** Opens a list, and a dialog from it by a button. */
export async function openDialog(page: Page, path: string, button: string | RegExp) {
  await openList(page, path)
  await click(page, button)
  await expect(dialog(page)).toBeVisible()
}

export async function openUser(page: Page) {
  await openList(page, '/')
  await page.locator('tbody tr').first().click()
  await expect(page.getByRole('button', { name: 'Download report' }).first()).toBeVisible()
}

const widths = [1440, 1024, 768, 390]
const heightPx = 900

/** As the browser's own setting does it: widths in media queries grow with it. */
async function setTextSize(page: Page, sizePx: number) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: sizePx } })
  await browser.detach()
}

/** The same page in every way: one opening of it costs more than all of these. */
export async function expectSound(page: Page, name: string) {
  await expectNoAxeViolations(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height: heightPx })
    await expectSoundLayout(page, `${name} at ${width} px`)
  }
  await expectTouchTargets(page)

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
