import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { ToasterLater } from './toaster-later.tsx'
import { toast, toaster } from '../toasts.ts'

beforeEach(() => {
  // The page is never idle, because another request hangs.
  vi.stubGlobal('requestIdleCallback', () => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  toaster.remove()
})

async function expectShown(text: string) {
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
}

test.each([{ ahead: true }, { ahead: false }])(
  'a toast does not wait for an idle page (prefetched: $ahead)',
  async ({ ahead }) => {
    render(<ToasterLater ahead={ahead} />)
    toast.error('Failed to fetch users')
    await expectShown('Failed to fetch users')
  },
)

test('a toast from before the page is shown without waiting for an idle page', async () => {
  toast.error('Failed to fetch patients')
  render(<ToasterLater ahead />)
  await expectShown('Failed to fetch patients')
})
