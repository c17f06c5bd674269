import { afterEach, expect, test } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { Button } from './button.tsx'
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx'
import { Toaster } from './toaster.tsx'
import { toast, toaster } from './toasts.ts'

afterEach(async () => {
  toaster.remove()
  await page.viewport(1280, 800)
})

const layouts = [
  { width: 390, height: 844, stacked: false, lead: false },
  { width: 390, height: 844, stacked: true, lead: false },
  { width: 390, height: 844, stacked: true, lead: true },
  { width: 320, height: 568, stacked: false, lead: true },
  { width: 1024, height: 600, stacked: false, lead: true },
]

test.each(layouts)('toasts leave the buttons of a dialog free: %j', async ({ width, height, stacked, lead }) => {
  await page.viewport(width, height)
  const { rerender } = render(<Screen stacked={stacked} lead={lead} open />)
  for (const text of ['One', 'Two']) toast.error(text)
  for (const text of ['One', 'Two']) await expect.element(toastOf(text)).toHaveAttribute('data-mounted')
  // until then the toasts come in from below the edge
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  await expect.poll(findCovered).toEqual([])

  rerender(<Screen stacked={stacked} lead={lead} open={false} />)
  await expect.poll(() => height - boxOf(toastOf('One')).bottom).toBe(width < 768 ? 16 : 24)
})

const dialog = page.getByRole('dialog')
const toastOf = (text: string) => page.getByRole('alert').filter({ hasText: text })
const boxOf = (locator: Locator) => locator.element().getBoundingClientRect()

/** The buttons of the dialog of which a part lies under a toast. */
function findCovered() {
  const toasts = ['One', 'Two'].map((text) => boxOf(toastOf(text)))
  const buttons = dialog.getByRole('button').elements()
  expect(buttons.length).toBeGreaterThan(2)
  return buttons
    .filter((button) => toasts.some((box) => overlap(box, button.getBoundingClientRect())))
    .map((button) => button.textContent)
}

function overlap(one: DOMRect, other: DOMRect) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}

function Screen({ open, stacked, lead }: { open: boolean; stacked: boolean; lead: boolean }) {
  return (
    <>
      <Toaster />
      <Dialog open={open} onClose={() => {}} title="Import Patients data via XLSX" size="wide">
        <DialogBody>
          <div style={{ height: 700 }}>What changes</div>
        </DialogBody>
        <DialogFoot stacked={stacked} lead={lead && <Button>Download the list</Button>}>
          <Button>Cancel</Button>
          <Button variant="primary">Import data</Button>
        </DialogFoot>
      </Dialog>
    </>
  )
}
