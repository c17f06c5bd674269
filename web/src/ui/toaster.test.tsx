import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { Dialog } from './dialog.tsx'
import { Toaster } from './toaster.tsx'
import { toast, toaster, toastDurationsMs } from './toasts.ts'

beforeEach(() => {
  render(<Toaster />)
})
afterEach(() => {
  vi.restoreAllMocks()
  toaster.remove()
})

test('the durations of the specification', () => {
  expect(toastDurationsMs).toMatchObject({ info: 5000, error: 5000, success: 2000, loading: Infinity })
  expect(toaster.attrs).toMatchObject({
    placement: 'bottom-end',
    max: 24,
    gap: 16,
    removeDelay: 200,
    hotkey: ['altKey', 'KeyT'],
  })
})

test('each toast carries the duration of its type', () => {
  for (const type of ['info', 'error', 'success', 'loading'] as const) {
    const id = toast[type](`a ${type}`)
    expect(toaster.getVisibleToasts().find((shown) => shown.id === id)?.duration).toBe(toastDurationsMs[type])
  }
})

test('an error interrupts, a success does not; each can be dismissed', async () => {
  toast.error('Failed to fetch users')
  const error = page.getByRole('alert')
  await expect.element(error).toHaveTextContent('Failed to fetch users')
  await error.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => error.query()).toBeNull()
  toast.success('Invite successfully sent')
  await expect.element(page.getByRole('status').filter({ hasText: 'Invite successfully sent' })).toBeVisible()
})

test('a toast is told while a dialog is open', async () => {
  render(
    <Dialog open onClose={() => {}} title="Settings">
      <p>Something to fill in</p>
    </Dialog>,
  )
  await expect.element(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  toast.error('Wrong file format')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Wrong file format')
})

test('a loading toast stays until it is changed, then runs out by its new type', async () => {
  const id = toast.loading('Fetching all reports')
  await expect.element(page.getByText('Fetching all reports')).toBeVisible()
  toast.change(id, 'success', 'Fetched')
  await expect.element(page.getByText('Fetched')).toBeVisible()
  expect(page.getByText('Fetching all reports').query()).toBeNull()
  await expect.poll(() => page.getByText('Fetched').query(), { timeout: 8000 }).toBeNull()
})

test('Alt+T focuses the region, Escape dismisses the focused toast', async () => {
  toast.info('A verification link has been sent to your new e-mail')
  const shown = page.getByText(/^A verification link/)
  await expect.element(shown).toBeVisible()
  await userEvent.keyboard('{Alt>}t{/Alt}')
  await expect.element(page.getByRole('region', { name: /Alt\+T/i })).toHaveFocus()
  await userEvent.keyboard('{Tab}{Escape}')
  await expect.poll(() => shown.query()).toBeNull()
})

test('toasts wait while the page is hidden', () => {
  const pause = vi.spyOn(toaster, 'pause')
  const resume = vi.spyOn(toaster, 'resume')
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(pause).toHaveBeenCalled()
  expect(resume).not.toHaveBeenCalled()
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(resume).toHaveBeenCalled()
})
