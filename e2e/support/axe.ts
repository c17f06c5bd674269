import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from '@playwright/test'
import type axe from 'axe-core'
import { devToolsOf } from './dev-tools.ts'

const expression = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Expects no accessibility violation on the current page, in the light and the dark theme. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await expectNoAxeViolationsInThemes(page)
  await page.emulateMedia({ colorScheme: null })
}

/**
 * Does the same, but begins with the page's current theme and leaves the page in the other theme without motion, because
 * each change of the theme draws the page again.
 */
export async function expectNoAxeViolationsInThemes(page: Page): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const themes = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  for (const [index, theme] of themes.entries()) await expectNoAxeViolationsIn(page, theme, index > 0)
}

/** Checks only one theme, and leaves the page in it. In the second theme of a page, only colours can differ. */
export async function expectNoAxeViolationsIn(page: Page, theme: 'light' | 'dark', inColours = false): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await waitForAnimations(page)
  expect(await violationsOf(page, inColours), `axe in the ${theme} theme`).toEqual([])
}

/** The rules that check colours. The themes differ only in colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Axe runs in the page itself, because driving it from outside takes three times as long. On a page with an open dialog
 * the usual tests check only the dialog, because they have already checked the page without it.
 */
async function violationsOf(page: Page, inColours: boolean) {
  // Playwright's own method takes twice the processor time to evaluate such a long script.
  if (!(await page.evaluate(() => 'axe' in window)))
    await (await devToolsOf(page)).send('Runtime.evaluate', { expression })
  return await page.evaluate(
    async ({ rules, isWhole }) => {
      const targets = { 'target-size': { enabled: true } }
      const options = { resultTypes: ['violations' as const], preload: false, iframes: false }
      const only = rules ? { runOnly: rules } : { rules: targets }
      const dialog = [...document.querySelectorAll('[role$=dialog][data-state=open]')].at(-1)
      const { violations } = await window.axe.run(isWhole ? document : (dialog ?? document), { ...options, ...only })
      return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }))
    },
    { rules: inColours && colourRules, isWhole: test.info().project.name === 'faults' },
  )
}

/**
 * Colours have the wrong contrast during the transition to the other theme. Animations that never end, or end by
 * scrolling, are not waited for.
 */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const finite = document
      .getAnimations()
      .filter((each) => each.timeline === document.timeline && each.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(finite.map((each) => each.finished))
  })
}
