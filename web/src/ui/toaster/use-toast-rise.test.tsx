import { pageMeta } from '@health-console/contract/http/paging.ts'
import { afterEach, expect, test } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { Pagination } from '../../table/pagination.tsx'
import { render } from '../../testing/render.tsx'
import { settleAnimations } from '../../testing/settle-animations.ts'
import { Button } from '../buttons/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../dialogs/dialog.tsx'
import { Toaster } from './toaster.tsx'
import { toast, toaster } from '../toasts.ts'

afterEach(async () => {
  toaster.remove()
  await page.viewport(1280, 800)
})

const layouts = [
  { width: 390, height: 844, lead: false },
  { width: 390, height: 844, lead: true },
  { width: 320, height: 568, lead: true },
  { width: 1024, height: 600, lead: true },
]

test.each(layouts)('toasts do not cover the buttons of a dialog: %j', async ({ width, height, lead }) => {
  await page.viewport(width, height)
  const { rerender } = render(<Screen lead={lead} open />)
  for (const text of ['One', 'Two']) toast.error(text)
  for (const text of ['One', 'Two']) await expect.element(toastOf(text)).toHaveAttribute('data-mounted')
  // Until then the toasts slide in from below the edge.
  await settleAnimations()
  await expect.poll(() => findCovered(['One', 'Two'])).toEqual([])

  rerender(<Screen lead={lead} open={false} />)
  await expect.poll(() => height - boxOf(toastOf('One')).bottom).toBe(width < 768 ? 16 : 24)
})

test.each([1440, 390])('toasts do not cover the pager of a list at %i px, wherever its rows end', async (width) => {
  await page.viewport(width, 800)
  const { rerender } = render(<List rowsPx={700} />)
  for (const text of ['One', 'Two']) toast.error(text)
  for (const text of ['One', 'Two']) await expect.element(toastOf(text)).toHaveAttribute('data-mounted')
  const links = page.getByRole('navigation', { name: 'Pagination' })
  const isFree = () => ['One', 'Two'].every((text) => !overlap(boxOf(toastOf(text)), boxOf(links)))
  await expect.poll(isFree).toBe(true)
  rerender(<List rowsPx={640} />)
  await expect.poll(isFree).toBe(true)
  rerender(<List rowsPx={50} />)
  await expect.poll(() => 800 - boxOf(toastOf('One')).bottom).toBe(width < 768 ? 16 : 24)
})

test('many toasts do not cover the buttons of a low dialog', async () => {
  await page.viewport(1024, 900)
  render(
    <>
      <Toaster />
      <Dialog open onClose={() => {}} title="Settings">
        <DialogFoot lead={<Button>Undo</Button>}>
          <Button>Cancel</Button>
          <Button variant="primary">Save</Button>
        </DialogFoot>
      </Dialog>
    </>,
  )
  const texts = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']
  for (const text of texts) toast.error(text)
  for (const text of texts) await expect.element(toastOf(text)).toHaveAttribute('data-mounted')
  await settleAnimations()
  await expect.poll(() => findCovered(texts)).toEqual([])
})

function List({ rowsPx }: { rowsPx: number }) {
  return (
    <>
      <Toaster />
      <div>
        <div style={{ height: rowsPx }}>Rows</div>
        <Pagination page={1} meta={pageMeta(1, 20, 180)} onPage={() => {}} hrefOf={String} isOld={false} />
      </div>
    </>
  )
}

const dialog = page.getByRole('dialog')
// Toasts that do not fit the window are counted, not seen.
const toastOf = (text: string) => page.getByRole('alert', { includeHidden: true }).filter({ hasText: text })
const boxOf = (locator: Locator) => locator.element().getBoundingClientRect()

/** The buttons in the dialog's footer that a toast covers at least partly. */
function findCovered(texts: string[]) {
  const toasts = texts.map((text) => boxOf(toastOf(text)))
  const buttons = dialog.getByRole('button').elements()
  expect(buttons.length).toBeGreaterThan(2)
  return buttons
    .filter((button) => button.ariaLabel !== 'Close')
    .filter((button) => toasts.some((box) => overlap(box, button.getBoundingClientRect())))
    .map((button) => button.textContent)
}

function overlap(one: DOMRect, other: DOMRect) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}

function Screen({ open, lead }: { open: boolean; lead: boolean }) {
  return (
    <>
      <Toaster />
      <Dialog open={open} onClose={() => {}} title="Import Patients data via XLSX" size="wide">
        <DialogBody>
          <div style={{ height: 700 }}>What changes</div>
        </DialogBody>
        <DialogFoot lead={lead && <Button>Download the list</Button>}>
          <Button>Cancel</Button>
          <Button variant="primary">Import data</Button>
        </DialogFoot>
      </Dialog>
    </>
  )
}
