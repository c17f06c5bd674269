import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { confirm } from '../ui/dialogs/confirm.ts'
import { ConfirmHost } from './confirm-host.tsx'

type Question = Parameters<typeof confirm>[0]

/** A page with a button that opens the confirmation. */
async function openPage(question: Question) {
  const answered = vi.fn<(isConfirmed: boolean) => void>()
  const root = createRootRoute({
    component: () => (
      <>
        <h1 tabIndex={-1}>Admins</h1>
        <Button onClick={() => void confirm(question).then(answered)}>Revoke access</Button>
        <ConfirmHost />
      </>
    ),
  })
  const routes = ['/', '/files'].map((path) => createRoute({ getParentRoute: () => root, path }))
  const history = createMemoryHistory()
  const router = createRouter({ routeTree: root.addChildren(routes), history })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await opener.click()
  await expect.element(cancel).toHaveFocus()
  return { answered, leave: () => history.push('/files') }
}

const opener = page.getByRole('button', { name: 'Revoke access' })
const question = page.getByRole('alertdialog', { name: 'Revoke access?' })
const cancel = question.getByRole('button', { name: 'Cancel' })
const confirmButton = question.getByRole('button', { name: 'Confirm' })

// This test comes first because it checks no focus: in strict mode, focus does not return from a dialog whose code is
// still being loaded.
test('a newer question and leaving the page both answer no', async () => {
  const { answered, leave } = await openPage({ title: 'Revoke access?' })
  const newer = confirm({ title: 'Stop the import?' })
  await expect.element(page.getByRole('alertdialog', { name: 'Stop the import?' })).toBeVisible()
  expect(answered.mock.calls).toEqual([[false]])
  leave()
  expect(await newer).toBe(false)
  await expect.poll(() => page.getByRole('alertdialog').query()).toBeNull()
})

test.each(['Cancel', 'Escape'])('%s answers no and returns the focus', async (by) => {
  const action = vi.fn<() => Promise<void>>()
  const { answered } = await openPage({ title: 'Revoke access?', action })
  if (by === 'Cancel') await cancel.click()
  else await userEvent.keyboard('{Escape}')
  await expect.poll(() => answered.mock.calls).toEqual([[false]])
  await expect.poll(() => question.query()).toBeNull()
  await expect.element(opener).toHaveFocus()
  expect(action).not.toHaveBeenCalled()
})

test('without an action, Confirm answers yes at once', async () => {
  const { answered } = await openPage({ title: 'Revoke access?', body: 'They lose their access.' })
  await expect.element(question).toHaveAccessibleDescription('They lose their access.')
  await confirmButton.click()
  await expect.poll(() => answered.mock.calls).toEqual([[true]])
  await expect.poll(() => question.query()).toBeNull()
  await expect.element(opener).toHaveFocus()
})

test('an error is shown in the dialog, which stays open until a retry succeeds', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const action = vi.fn<() => Promise<void>>().mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise)
  const returnFocus = (isConfirmed: boolean) => (isConfirmed ? document.querySelector('h1') : null)
  const { answered } = await openPage({ title: 'Revoke access?', action, returnFocus })
  await confirmButton.click()
  await expect.element(confirmButton).toHaveAttribute('aria-busy', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(question).toBeVisible()

  first.reject(new Error('Can’t reach the server. Check your connection.'))
  await expect.element(question.getByRole('alert')).toHaveTextContent('Can’t reach the server. Check your connection.')
  expect(answered).not.toHaveBeenCalled()
  await confirmButton.click()
  await expect.element(question.getByRole('alert')).not.toBeInTheDocument()
  second.resolve()
  await expect.poll(() => answered.mock.calls).toEqual([[true]])
  await expect.poll(() => question.query()).toBeNull()
  await expect.element(page.getByRole('heading', { name: 'Admins' })).toHaveFocus()
})
