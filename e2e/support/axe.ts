import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
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
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

/** The same, but leaves the page in the dark theme without motion: each change of the theme draws the page again. */
export async function expectNoAxeViolationsInThemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await waitForAnimations(page)
    expect(await violationsOf(page, colorScheme), `axe in the ${colorScheme} theme`).toEqual([])
  }
}

/** The rules that see colours: the themes differ in them alone. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Axe runs in the page itself: driving it from outside takes three times as long. */
async function violationsOf(page: Page, colorScheme: 'light' | 'dark') {
  // Playwright's own method to evaluate such a long script takes twice the processor time.
  if (!(await page.evaluate(() => 'axe' in window)))
    await (await devToolsOf(page)).send('Runtime.evaluate', { expression })
  return await page.evaluate(
    async (rules) => {
      const targets = { 'target-size': { enabled: true } }
      const options = { resultTypes: ['violations' as const], preload: false, iframes: false }
      const only = rules ? { runOnly: rules } : { rules: targets }
      const { violations } = await window.axe.run(document, { ...options, ...only })
      return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }))
    },
    colorScheme === 'dark' && colourRules,
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
