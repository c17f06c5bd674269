import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { FormError } from '../../forms/form-error.tsx'
import { ErrorPage } from '../../shell/error-page.tsx'
import { render } from '../../testing/render.tsx'
import { ErrorPanel } from '../page/error-panel.tsx'
import { Toaster } from '../toaster/toaster.tsx'
import { toast, toaster } from '../toasts.ts'

const requestId = '0198c2f4a7e17b3c9d5e6f7081920a3b'
const text = 'The database can’t be reached. Try again in a moment.'
const failure = { message: text, requestId }

test.each([
  { place: 'note', shown: <FormError isBoxed failure={failure} /> },
  { place: 'line of a form', shown: <FormError failure={failure} /> },
  { place: 'panel', shown: <ErrorPanel title={text} requestId={requestId} /> },
  { place: 'toast', shown: <Toaster /> },
])('a $place shows only the text, and below it the request ID, which can be copied', async ({ shown, place }) => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  render(shown)
  if (place === 'toast') toast.error(text, failure)
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  await expect.element(page.getByText(`Request ${requestId}`, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Copy request ID' }).click()
  expect(write).toHaveBeenCalledExactlyOnceWith(requestId)
  toaster.remove()
  write.mockRestore()
})

test('a page that ended with a server error shows the request ID', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const root = createRootRoute({ component: () => <ErrorPage error={Object.assign(new Error(text), { requestId })} /> })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  render(<RouterProvider router={router as never} />)
  await expect.element(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect.element(page.getByText(`Request ${requestId}`, { exact: true })).toBeVisible()
})
