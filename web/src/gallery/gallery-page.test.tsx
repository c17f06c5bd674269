import axe from 'axe-core'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { settleAnimations } from '../testing/settle-animations.ts'
import { Toaster } from '../ui/toaster/toaster.tsx'
import { ControlsGallery } from './controls-gallery.tsx'
import { DialogsGallery } from './dialogs-gallery.tsx'
import { FormsGallery } from './forms-gallery.tsx'
import { GalleryPage } from './gallery-page.tsx'

afterEach(async () => {
  delete document.documentElement.dataset.theme
  await page.viewport(1280, 800)
})

async function findViolations(inside: Element | Document = document) {
  document.documentElement.lang = 'en'
  await document.fonts.ready
  // While a colour is changing, its contrast is not final.
  await settleAnimations()
  const { violations } = await axe.run(inside, {
    resultTypes: ['violations'],
    preload: false,
    // The themes differ only in their colours.
    ...(document.documentElement.dataset.theme === 'dark' && { runOnly: ['color-contrast', 'link-in-text-block'] }),
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`)
}

// Axe checks several thousand elements.
const timeout = 60_000

const layouts = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 1280 },
  { theme: 'light', width: 390 },
  { theme: 'dark', width: 390 },
]

test.each(layouts)(
  '[widgets-15] no widget has an accessibility violation: $theme, $width px',
  { timeout },
  async ({ theme, width }) => {
    document.documentElement.dataset.theme = theme
    await page.viewport(width, 800)
    render(<GalleryPage />)
    await expect.element(page.getByRole('heading', { name: 'Every widget, every state' })).toBeVisible()
    expect(await findViolations()).toEqual([])
    expect(document.documentElement.scrollWidth).toBe(width)
  },
)

test.each(['light', 'dark'])(
  'no dialog, popover or toast has an accessibility violation: %s',
  { timeout },
  async (theme) => {
    document.documentElement.dataset.theme = theme
    // Axe lays out everything on the page, even to check a dialog.
    render(
      <main>
        <ControlsGallery />
        <FormsGallery />
        <DialogsGallery />
        <Toaster />
      </main>,
    )
    for (const name of ['Confirm', 'Form', 'Form with an error', 'Nested', 'Wide and long']) {
      await page.getByRole('button', { name, exact: true }).click()
      const opened = page.getByRole(name === 'Confirm' ? 'alertdialog' : 'dialog')
      await expect.element(opened).toBeVisible()
      expect(await findViolations(opened.element())).toEqual([])
      await userEvent.keyboard('{Escape}')
      await expect.poll(() => opened.query()).toBeNull()
    }
    await page.getByRole('button', { name: 'Open calendar, 18 November 2026 chosen' }).click()
    const calendar = page.getByRole('dialog', { name: 'Choose a date' })
    await expect.element(calendar).toBeVisible()
    expect(await findViolations(calendar.element())).toEqual([])
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Show error' }).click()
    const toasts = page.getByRole('region', { name: /^Notifications/ })
    await expect.element(toasts.getByText('Failed to fetch users')).toBeVisible()
    expect(await findViolations(toasts.element())).toEqual([])
  },
)
