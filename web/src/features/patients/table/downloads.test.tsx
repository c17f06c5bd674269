import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../../api/query-client.ts'
import { answerSignIn, onSessionEnd } from '../../../api/session-events.ts'
import { render } from '../../../testing/render.tsx'
import { toast, toaster } from '../../../ui/toasts.ts'
import { useDownloadTable, useDownloadTemplate } from './queries.ts'

const { fetch } = window
afterEach(() => {
  window.fetch = fetch
  toast.dismiss()
})

function Downloads() {
  const table = useDownloadTable({})
  const template = useDownloadTemplate()
  return (
    <>
      <button onClick={() => table.mutate()}>table {table.status}</button>
      <button onClick={() => template.mutate()}>template {template.status}</button>
    </>
  )
}

test.each([
  ['the identity is not confirmed', 403, 'confirm_identity', 0],
  ['the session has ended', 401, 'unauthenticated', 0],
  ['the server fails', 500, 'internal', 2],
])('when %s, failed downloads show only the necessary errors', async (_what, status, code, toasts) => {
  window.fetch = async () => Response.json({ error: { code, message: 'No.', requestId: 'r' } }, { status })
  render(
    <QueryClientProvider client={queryClient}>
      <Downloads />
    </QueryClientProvider>,
  )
  for (const file of ['table', 'template']) {
    await page.getByRole('button', { name: `${file} idle` }).click()
    await expect.element(page.getByRole('button', { name: `${file} error` })).toBeVisible()
  }
  expect(toaster.getCount()).toBe(toasts)
})

test('a download that was rejected because the session ended continues after the sign-in', async () => {
  const rejection = Response.json(
    { error: { code: 'unauthenticated', message: 'No.', requestId: 'r' } },
    { status: 401 },
  )
  const answers = [rejection, new Response('a table')]
  window.fetch = async () => answers.shift() ?? Response.error()
  const saved: string[] = []
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const stopListening = onSessionEnd(() => answerSignIn(true))
  render(
    <QueryClientProvider client={queryClient}>
      <Downloads />
    </QueryClientProvider>,
  )
  await page.getByRole('button', { name: 'table idle' }).click()
  await expect.element(page.getByRole('button', { name: 'table success' })).toBeVisible()
  expect(saved).toEqual(['hospital-patients.xlsx'])
  stopListening()
  save.mockRestore()
})
