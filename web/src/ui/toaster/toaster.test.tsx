import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cdp, page, userEvent, type Locator } from 'vitest/browser'
import { centreOf, taps, type Point } from '../../testing/double-click.ts'
import { render } from '../../testing/render.tsx'
import { settleAnimations } from '../../testing/settle-animations.ts'
import { Dialog, DialogBody } from '../dialogs/dialog.tsx'
import { TextField } from '../fields/text-field.tsx'
import { Toaster } from './toaster.tsx'
import { toast, toaster, toastDurationsMs } from '../toasts.ts'

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  await movePointerAway()
  render(<Toaster />)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  toaster.remove()
  toaster.attrs.max = 24
})

/** Waits until this number of toasts have a running timer, then advances the clock; 0 means that all are paused. */
async function pass(ms: number, running: number) {
  await eventually(() => {
    // The dialog defers its first work by 0 ms.
    vi.advanceTimersByTime(0)
    expect(vi.getTimerCount()).toBe(running)
  })
  vi.advanceTimersByTime(ms)
}

const shown = (text: string) => page.getByText(text, { exact: true })
const toastOf = (text: string) => page.getByRole('alert').filter({ hasText: text })
const region = page.getByRole('region', { name: /Alt\+T/i })

async function showErrors(...texts: string[]) {
  for (const text of texts) toast.error(text)
  for (const text of texts) await eventually(() => expect(toastOf(text).query()).toHaveAttribute('data-mounted'))
  await settleAnimations()
}

const expectShown = (text: string) => eventually(() => expect(shown(text).query()).toBeVisible())
const expectFocus = (target: Locator) => eventually(() => expect(target.query()).toHaveFocus())

async function expectGone(...texts: string[]) {
  for (const text of texts) await eventually(() => expect(shown(text).query()).toBeNull())
}

const realTimeout = setTimeout.bind(window)

/** Unlike expect.poll, it does not use the fake clock. */
async function eventually(assert: () => void) {
  const givesUpAt = performance.now() + 12_000
  for (;;) {
    try {
      return assert()
    } catch (error) {
      if (performance.now() > givesUpAt) throw error
      await new Promise((resolve) => realTimeout(resolve, 20))
    }
  }
}

/** The gestures of Playwright and Vitest advance the clock. */
function movePointer(to: Point) {
  return cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...to })
}

// The previous test may have left it anywhere.
const movePointerAway = () => movePointer({ x: 2, y: 2 })

async function pressAltT() {
  await userEvent.keyboard('{Alt>}t{/Alt}')
  await expectFocus(region)
}

function hidePage(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

function DialogWithField({ onClose = () => {} }: { onClose?: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Settings">
      <DialogBody>
        <TextField label="Name" />
        <TextField label="Email" />
      </DialogBody>
    </Dialog>
  )
}

test('[widgets-4] the durations and the placement of toasts are as specified', () => {
  expect(toastDurationsMs).toMatchObject({ info: 5000, error: 5000, success: 2000, loading: Infinity })
  expect(toaster.attrs).toMatchObject({
    placement: 'bottom-end',
    max: 24,
    gap: 16,
    removeDelay: 200,
    hotkey: ['altKey', 'KeyT'],
  })
})

test('[widgets-4] each toast stays as long as its type specifies', async () => {
  for (const type of ['info', 'error', 'success', 'loading'] as const) toast[type](`a ${type}`)
  await expectShown('a loading')
  await pass(1999, 3)
  await expectShown('a success')
  await pass(1, 3)
  await expectGone('a success')
  await pass(2999, 2)
  await expectShown('a info')
  await expectShown('a error')
  await pass(1, 2)
  await expectGone('a info', 'a error')
  await pass(3_600_000, 0)
  await expectShown('a loading')
})

test('equal toasts are one with a count, and its time starts again', async () => {
  toast.error('Failed to fetch users')
  await expectShown('Failed to fetch users')
  await pass(3000, 1)
  for (const requestId of ['first', 'last']) toast.error('Failed to fetch users', { message: '', requestId })
  toast.success('Failed to fetch users')
  await expectShown('Failed to fetch users (3 times)')
  // A toast of another type is another toast.
  expect(page.getByText(/^Failed to fetch users/).elements()).toHaveLength(2)
  expect(toastOf('Failed to fetch users').query()?.textContent).toContain('last')
  await pass(4999, 2)
  await expectShown('Failed to fetch users (3 times)')
  await pass(1, 1)
  await expectGone('Failed to fetch users (3 times)')
  // What is gone is not counted.
  toast.error('Failed to fetch users')
  await expectShown('Failed to fetch users')
})

test('the time of a toast that waits for space starts when it is shown', async () => {
  toaster.attrs.max = 2
  toast.error('One')
  toast.success('Two')
  toast.error('Three')
  await expectShown('Two')
  expect(shown('Three').query()).toBeNull()
  await pass(2000, 2)
  await expectGone('Two')
  await expectShown('Three')
  await pass(4999, 2)
  await expectShown('Three')
  await pass(1, 1)
  await expectGone('One', 'Three')
})

test('an error interrupts screen readers, a success does not', async () => {
  toast.error('Failed to fetch users')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to fetch users')
  toast.success('Invite successfully sent')
  await expect.element(page.getByRole('status').filter({ hasText: 'Invite successfully sent' })).toBeVisible()
})

test('a toast is announced while a dialog is open', async () => {
  render(<DialogWithField />)
  await expect.element(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await showErrors('Wrong file format')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Wrong file format')
})

test('a loading toast stays until its type changes, then times out by the new type', async () => {
  const id = toast.loading('Fetching all reports')
  await expectShown('Fetching all reports')
  toast.change(id, 'success', 'Fetched')
  await expectShown('Fetched')
  await expectGone('Fetching all reports')
  await pass(2000, 1)
  await expectGone('Fetched')
})

test('toasts pause under the pointer and keep their remaining time', async () => {
  await showErrors('One', 'Two')
  await pass(4000, 2)
  await movePointer(centreOf(toastOf('One')))
  await pass(60_000, 0)
  await showErrors('Three')
  await pass(60_000, 0)
  await expectShown('One')
  await movePointerAway()
  await pass(999, 3)
  await expectShown('One')
  await pass(1, 3)
  await expectGone('One', 'Two')
  await expectShown('Three')
  await pass(4000, 1)
  await expectGone('Three')
})

// Afterwards the pointer is over the next toast, the previous one, or none.
test.each(['One', 'Two', 'Three'])('after %s is dismissed by its X the others time out', async (dismissed) => {
  await showErrors('One', 'Two', 'Three')
  await toastOf(dismissed).getByRole('button', { name: 'Dismiss' }).click()
  await expectGone(dismissed)
  await pass(5000, 2)
  await expectGone('One', 'Two', 'Three')
})

test('after a tap on the X of one toast the others time out', async () => {
  await showErrors('One', 'Two')
  await taps([centreOf(toastOf('Two').getByRole('button', { name: 'Dismiss' }))])
  await expectGone('Two')
  await pass(5000, 1)
  await expectGone('One')
})

test('a tap on a toast does not pause it', async () => {
  await showErrors('One')
  await taps([centreOf(shown('One'))])
  await pass(5000, 1)
  await expectGone('One')
})

test('[widgets-5] Alt+T focuses the region and pauses the toasts; Escape dismisses the focused one', async () => {
  render(<TextField label="Search" />)
  await page.getByLabelText('Search').click()
  await showErrors('One', 'Two')
  await pressAltT()
  await pass(60_000, 0)
  await userEvent.keyboard('{Tab}')
  await expectFocus(toastOf('Two'))
  await userEvent.keyboard('{Escape}')
  await expectGone('Two')
  await expectFocus(page.getByLabelText('Search'))
  await expectShown('One')
  await pass(5000, 1)
  await expectGone('One')
})

test('Escape in the region dismisses all toasts', async () => {
  render(<TextField label="Search" />)
  await page.getByLabelText('Search').click()
  await showErrors('One', 'Two')
  await pressAltT()
  await userEvent.keyboard('{Escape}')
  await expectGone('One', 'Two')
  await expectFocus(page.getByLabelText('Search'))
})

test('a toast dismissed by its button returns the focus, and the next one times out', async () => {
  render(<TextField label="Search" />)
  await page.getByLabelText('Search').click()
  await showErrors('One')
  await pressAltT()
  await userEvent.keyboard('{Tab}{Tab}{Enter}')
  await expectGone('One')
  await expectFocus(page.getByLabelText('Search'))
  await showErrors('Two')
  await pass(5000, 1)
  await expectGone('Two')
})

test('toasts time out after Tab leaves the region', async () => {
  render(<TextField label="Search" />)
  await showErrors('One')
  await pressAltT()
  await userEvent.keyboard('{Tab}{Tab}{Tab}')
  await expectFocus(page.getByLabelText('Search'))
  await pass(5000, 1)
  await expectGone('One')
})

test('[widgets-24] Alt+T reaches the toasts over an open dialog, and Escape there keeps the dialog open', async () => {
  const onClose = vi.fn<() => void>()
  render(<DialogWithField onClose={onClose} />)
  const field = page.getByLabelText('Email')
  await field.click()
  await showErrors('One', 'Two')
  await pressAltT()
  await userEvent.keyboard('{Tab}')
  await expectFocus(toastOf('Two'))
  await userEvent.keyboard('{Tab}')
  await expectFocus(toastOf('Two').getByRole('button', { name: 'Dismiss' }))
  await userEvent.keyboard('{Escape}')
  await expectGone('Two')
  expect(onClose).not.toHaveBeenCalled()
  await expectFocus(field)
  await pass(5000, 1)
  await expectGone('One')
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('the X of a toast over an open dialog dismisses only that toast, each time', async () => {
  const onClose = vi.fn<() => void>()
  render(<DialogWithField onClose={onClose} />)
  const field = page.getByLabelText('Email')
  await field.click()
  for (const text of ['One', 'Two', 'Three']) {
    await showErrors(text)
    await toastOf(text).getByRole('button', { name: 'Dismiss' }).click()
    await expectGone(text)
    await expectFocus(field)
  }
  expect(onClose).not.toHaveBeenCalled()
})

test('the toasts that fit the window are shown, and the others are counted', async () => {
  await page.viewport(1280, 500)
  const texts = [...'ABCDEFGHIJKL'].map((letter) => `Error ${letter}`)
  await showErrors(...texts)
  const boxes = () =>
    texts.map((text) => toastOf(text).query()?.getBoundingClientRect()).filter((box) => box !== undefined)
  await eventually(() => {
    expect(shown('Error A').query()).not.toBeVisible()
    const inView = boxes().length
    expect(inView).toBeGreaterThan(3)
    expect(boxes().every(({ top, bottom }) => top >= 0 && bottom <= 500)).toBe(true)
    expect(page.getByText(`${12 - inView} more`).query()).toBeVisible()
  })
  toast.dismiss()
  await expectGone(...texts, '9 more')
  expect(page.getByText(/more$/).query()).toBeNull()
  await page.viewport(1280, 900)
})

test('[widgets-6] toasts pause while the page is hidden, including new ones', async () => {
  await showErrors('One')
  await pass(4000, 1)
  hidePage(true)
  await pass(60_000, 0)
  await showErrors('Two')
  await pass(60_000, 0)
  await expectShown('One')
  await expectShown('Two')
  hidePage(false)
  await pass(1000, 2)
  await expectGone('One')
  await expectShown('Two')
  await pass(4000, 1)
  await expectGone('Two')
})
