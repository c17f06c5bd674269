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
 * The same, but begins with the theme of the page and leaves it in the other one without motion: each change of the theme
 * draws the page again.
 */
export async function expectNoAxeViolationsInThemes(page: Page): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const themes = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await waitForAnimations(page)
    expect(await violationsOf(page, index > 0), `axe in the ${colorScheme} theme`).toEqual([])
  }
}

/** The rules that see colours: the themes differ in them alone. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Axe runs in the page itself: driving it from outside takes three times as long. Of a page with an open dialog the
 * journeys check the dialog alone, because they have checked the page without it.
 */
async function violationsOf(page: Page, inColours: boolean) {
  // Playwright's own method to evaluate such a long script takes twice the processor time.
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
