import type { AuditEvent } from '@health-console/contract/audit/events.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { WhoHasViewed } from './who-has-viewed-button.tsx'

const seen = (name: string, at: string, how: AuditEvent['how']): AuditEvent => ({
  sequence: Date.parse(at),
  action: how === 'list' ? 'users.list' : 'user.view',
  group: null,
  subjects: [{ kind: 'user', id: 'u1' }],
  outcome: 'ok',
  reason: null,
  address: null,
  sessionId: null,
  requestId: null,
  hash: '',
  actor: { kind: 'staff', id: name, name, hasLeft: name === 'Bo Berg' },
  at,
  how,
  count: 1,
})

const daysAgo = (days: number, time: string) =>
  `${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)}T${time}:00.000Z`

const pages: Record<string, { data: AuditEvent[]; next: string | null } | undefined> = {
  first: {
    data: [
      seen('Ann Lee', daysAgo(2, '15:00'), 'view'),
      seen('Ann Lee', daysAgo(2, '09:30'), 'view'),
      seen('Ann Lee', daysAgo(2, '09:00'), 'list'),
      seen('Cy Ray', daysAgo(3, '09:00'), 'list'),
    ],
    next: 'c1',
  },
  c1: { data: [seen('Bo Berg', daysAgo(40, '12:00'), 'download')], next: 'c2' },
  c2: { data: [seen('Bo Berg', daysAgo(50, '12:00'), 'view')], next: null },
}

/** In development React mounts components twice, so there are two requests. */
let requested: Set<string>
let isEmpty = false
const { fetch } = window

beforeEach(() => {
  requested = new Set()
  isEmpty = false
  window.fetch = async (input) => {
    const url = new URL(input as string, window.location.href)
    requested.add(url.search)
    const answered = isEmpty ? undefined : pages[url.searchParams.get('cursor') ?? 'first']
    return Response.json({
      data: answered?.data ?? [],
      meta: { nextCursor: answered?.next ?? null, newestCursor: null },
    })
  }
  const root = createRootRoute({ component: () => <WhoHasViewed subject="user:u1" name="Siân Llewellyn" /> })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
})
afterEach(() => void (window.fetch = fetch))

const dialog = page.getByRole('dialog', { name: 'Who has viewed Siân Llewellyn' })
const lines = dialog.getByRole('listitem')

test('[audit-14] nothing is fetched until the link is pressed; then the summary for 30 days comes first', async () => {
  await expect.element(page.getByRole('button', { name: 'Who has viewed this' })).toBeVisible()
  expect(requested.size).toBe(0)
  await page.getByRole('button', { name: 'Who has viewed this' }).click()
  await expect.element(dialog.getByRole('heading', { name: 'Viewed by 1 admin in the last 30 days' })).toBeVisible()
  await expect.element(dialog.getByText('Ann Lee on 1 day.')).toBeVisible()
  await expect.element(lines).toMatchTextContent(/\d{4}Ann Lee Viewed 2 times09:30 to 15:00$/)
  await dialog.getByText('Only appeared in a list').click()
  await expect.element(lines.nth(1)).toMatchTextContent(/Cy Ray In a list09:00$/)
  await dialog.getByText(/^Viewed before/).click()
  await expect.element(lines.nth(2)).toMatchTextContent(/Bo Berg FormerDownloaded12:00$/)
  expect([...requested]).toEqual(['?subject=user%3Au1&seen=true', '?subject=user%3Au1&seen=true&cursor=c1'])
  await dialog.getByRole('button', { name: 'Show older entries' }).click()
  await expect.element(lines.nth(3)).toMatchTextContent(/Bo Berg FormerViewed12:00$/)
  expect(dialog.getByRole('button', { name: 'Show older entries' }).query()).toBeNull()
})

test('the dialog says when no one has viewed a user', async () => {
  isEmpty = true
  await page.getByRole('button', { name: 'Who has viewed this' }).click()
  await expect.element(dialog.getByText('No one has viewed this yet.')).toBeVisible()
})

test('an export for one user fetches who has seen them, and is saved once it is complete', async () => {
  await page.getByRole('button', { name: 'Who has viewed this' }).click()
  await dialog.getByRole('button', { name: 'Export' }).click()
  const exporting = page.getByRole('dialog', { name: 'Export the audit log', exact: true })
  await expect.element(exporting.getByText(/^Everyone who has viewed Siân Llewellyn’s data\./)).toBeVisible()
  await exporting.getByRole('radio', { name: 'NDJSON' }).click({ force: true })
  await expect.element(exporting.getByRole('link', { name: 'Download the verifier' })).toBeVisible()
  const saved: string[] = []
  const { click } = HTMLAnchorElement.prototype
  HTMLAnchorElement.prototype.click = function () {
    saved.push(this.download)
  }
  const unconfirmed = { error: { code: 'confirm_identity', message: 'Confirm your password.', requestId: 'r' } }
  const bodies = [JSON.stringify(unconfirmed), '{"sequence":1}', '{"sequence":1}\n{"checkpoint":1}\n']
  window.fetch = async (input) => {
    requested.add(new URL(input as string, window.location.href).search)
    return new Response(bodies.shift(), { status: bodies.length === 2 ? 403 : 200 })
  }
  // The dialog asks for the password, but it is not entered.
  await exporting.getByRole('button', { name: 'Export' }).click()
  await expect.poll(() => bodies.length).toBe(2)
  await expect.element(exporting.getByRole('button', { name: 'Export' })).toBeEnabled()
  await expect.element(exporting.getByText('The export failed. Nothing was saved.')).not.toBeInTheDocument()
  // The first response is cut off.
  await exporting.getByRole('button', { name: 'Export' }).click()
  await expect.element(exporting.getByText('The export failed. Nothing was saved.')).toBeVisible()
  expect(saved).toEqual([])
  await exporting.getByRole('button', { name: 'Export' }).click()
  await expect.element(exporting.getByText('The file has been saved.')).toBeVisible()
  HTMLAnchorElement.prototype.click = click
  expect(saved).toEqual([expect.stringMatching(/^who-has-seen-user-u1-\d{4}-\d\d-\d\d\.ndjson$/)])
  expect([...requested].at(-1)).toBe('?subject=user%3Au1&seen=true&format=ndjson')
})

test('a long export shows its progress, and Cancel ends it', async () => {
  await page.getByRole('button', { name: 'Who has viewed this' }).click()
  await dialog.getByRole('button', { name: 'Export' }).click()
  const exporting = page.getByRole('dialog', { name: 'Export the audit log', exact: true })
  let isCancelled = false
  window.fetch = async (_input, init) => {
    const body = new ReadableStream({
      start: (stream) => {
        stream.enqueue(new TextEncoder().encode('head\none\ntwo\n'))
        init?.signal?.addEventListener('abort', () => {
          isCancelled = true
          stream.error(init.signal?.reason)
        })
      },
    })
    return new Response(body)
  }
  await exporting.getByRole('button', { name: 'Export' }).click()
  await expect.element(exporting.getByRole('status')).toHaveTextContent('2 entries13 B')
  await exporting.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(exporting.getByRole('button', { name: 'Export' })).not.toHaveAttribute('aria-busy')
  expect(isCancelled).toBe(true)
  await expect.element(exporting.getByText('The export failed. Nothing was saved.')).not.toBeInTheDocument()
})
