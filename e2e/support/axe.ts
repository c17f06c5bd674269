import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Expects no accessibility violation on the current page, in the light and the dark theme. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await waitForAnimations(page)
    const { violations } = await checkerFor(page, colorScheme).analyze()
    const found = violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }))
    expect(found, `axe in the ${colorScheme} theme`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

/** The themes differ in colours alone. The page has no frames of other origins, for which Axe would open another page. */
function checkerFor(page: Page, colorScheme: 'light' | 'dark'): AxeBuilder {
  const checker = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  return colorScheme === 'light' ? checker : checker.withRules(['color-contrast', 'link-in-text-block'])
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
