import type { ReviewedAccess } from '@health-console/contract/staff/access-review.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../api/query-client.ts'
import { ConfirmHost } from '../../forms/confirm-host.tsx'
import { render } from '../../testing/render.tsx'
import { ReviewLine } from './review-line.tsx'

function access(id: string, changes: Partial<ReviewedAccess> = {}): ReviewedAccess {
  return {
    kind: 'admin',
    id,
    email: `${id}@people.test`,
    fullName: id,
    role: 'admin',
    scopes: [],
    lastSignInAt: '2026-11-20T07:17:00.000Z',
    createdAt: '2026-01-07T10:00:00.000Z',
    hasSecondFactor: true,
    keptBecause: null,
    ...changes,
  }
}

const everyone = [
  access('Ada', { role: 'super_admin', keptBecause: 'yourself' }),
  access('Ravi', { role: 'super_admin', keptBecause: 'super_admin' }),
  access('Ingrid', { lastSignInAt: null, hasSecondFactor: false }),
  access('new', { kind: 'invitation', fullName: '', lastSignInAt: null, hasSecondFactor: null }),
]

let dueAt: string
let sent: unknown[]
let rejection: { code: string; message: string; requestId: string } | null
const { fetch } = window

beforeEach(() => {
  dueAt = '2026-01-01T00:00:00.000Z'
  sent = []
  rejection = null
  window.fetch = async (_input, init) => {
    if (init?.method !== 'POST') {
      const lastReview = { at: '2025-10-03T09:12:00.000Z', by: 'Ravi' }
      return Response.json({ data: { access: everyone, lastReview, dueAt } })
    }
    sent.push(JSON.parse(init.body as string))
    return rejection
      ? Response.json({ error: rejection }, { status: 409 })
      : Response.json({ data: { kept: 3, revoked: 1 } })
  }
})
afterEach(() => {
  window.fetch = fetch
  queryClient.clear()
})

function open() {
  const root = createRootRoute({
    component: () => (
      <>
        <main>
          <h1 tabIndex={-1}>Admins</h1>
        </main>
        <ReviewLine />
        <ConfirmHost />
      </>
    ),
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

const dialog = page.getByRole('dialog', { name: 'Review access' })
const decide = (name: string, decision: string) =>
  dialog
    .getByRole('group', { name: `Access of ${name}` })
    .getByRole('radio', { name: decision })
    .click()

async function openDialog() {
  open()
  await page.getByRole('button', { name: 'Review access' }).click()
  await expect.element(dialog.getByRole('listitem').first()).toBeVisible()
}

test('a review that is due is marked beside its button', async () => {
  open()
  await expect.element(page.getByText('Review due')).toBeVisible()
  await expect.element(page.getByText('Last reviewed 3 October 2025')).toBeVisible()
})

test('a review that is not due yet shows no warning', async () => {
  dueAt = '2099-01-01T00:00:00.000Z'
  open()
  await expect.element(page.getByText('Last reviewed 3 October 2025')).toBeVisible()
  await expect.element(page.getByText('Review due')).not.toBeInTheDocument()
})

test('each row shows what is known about the access, and why some access can only be kept', async () => {
  await openDialog()
  const row = (index: number) => dialog.getByRole('listitem').nth(index)
  await expect.element(row(0).getByText('You can’t revoke your own access.')).toBeVisible()
  await expect.element(row(1).getByText(/Ask a system administrator/)).toBeVisible()
  await expect.element(dialog.getByText(/ask your system administrator\.$/)).toBeVisible()
  expect(dialog.getByText(/bin\/console/).elements()).toEqual([])
  await expect.element(row(0).getByText('Two-step sign-in on')).toBeVisible()
  await expect.element(row(2).getByText('Never signed in')).toBeVisible()
  await expect.element(row(2).getByText('Two-step sign-in off')).toBeVisible()
  await expect.element(row(3).getByText(/^Invited .+, not yet accepted$/)).toBeVisible()
  expect(row(0).getByRole('radio').elements()).toEqual([])
})

test('[admins-12] the review is confirmed only once every access is decided; it is then sent to the server, and the result is shown', async () => {
  await openDialog()
  await expect.element(dialog.getByText('2 decisions left')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Confirm review' })).toBeDisabled()
  await decide('Ingrid', 'Keep')
  await decide('new@people.test', 'Revoke')
  await expect.element(dialog.getByText(/all 4: keep 3, revoke 1\. This will be logged under my name/)).toBeVisible()

  rejection = { code: 'conflict', message: 'An admin was invited meanwhile.', requestId: 'r' }
  await dialog.getByRole('button', { name: 'Confirm review and revoke 1' }).click()
  await expect.element(dialog.getByText('An admin was invited meanwhile.')).toBeVisible()
  rejection = null
  await dialog.getByRole('button', { name: 'Confirm review and revoke 1' }).click()
  const result = page.getByRole('dialog', { name: 'Access reviewed' })
  await expect.element(result.getByRole('definition').first()).toHaveTextContent('3')
  expect(sent[1]).toEqual({
    decisions: [
      { kind: 'admin', id: 'Ada', decision: 'keep' },
      { kind: 'admin', id: 'Ravi', decision: 'keep' },
      { kind: 'admin', id: 'Ingrid', decision: 'keep' },
      { kind: 'invitation', id: 'new', decision: 'revoke' },
    ],
  })
  await result.getByRole('button', { name: 'Done' }).click()
  await expect.element(page.getByRole('heading', { name: 'Admins' })).toHaveFocus()
})

test('leaving asks for a confirmation before decisions are discarded', async () => {
  await openDialog()
  await decide('Ingrid', 'Revoke')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(dialog.getByRole('radio', { name: 'Revoke' }).first()).toBeChecked()
})
