import type { AuditEvent } from '@health-console/contract/audit.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { WhoHasSeen } from './who-has-seen.tsx'

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

const pages: Record<string, { data: AuditEvent[]; next: string | null } | undefined> = {
  first: {
    data: [
      seen('Ann Lee', '2026-11-21T15:00:00.000Z', 'view'),
      seen('Ann Lee', '2026-11-21T09:30:00.000Z', 'list'),
      seen('Ann Lee', '2026-11-21T09:00:00.000Z', 'list'),
    ],
    next: 'c1',
  },
  c1: { data: [seen('Bo Berg', '2026-11-20T12:00:00.000Z', 'download')], next: null },
}

/** React mounts twice in development, and calls twice. */
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
  const root = createRootRoute({ component: () => <WhoHasSeen subject="user:u1" name="Siân Llewellyn" /> })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
})
afterEach(() => void (window.fetch = fetch))

const dialog = page.getByRole('dialog', { name: 'Who has seen Siân Llewellyn' })
const day = (name: string) => dialog.getByRole('region', { name }).getByRole('listitem')

test('nothing is fetched until the link is pressed; then it is listed by day and admin', async () => {
  await expect.element(page.getByRole('button', { name: 'Who has seen this' })).toBeVisible()
  expect(requested.size).toBe(0)
  await page.getByRole('button', { name: 'Who has seen this' }).click()
  await expect.element(day('21 November 2026')).toHaveTextContent('Ann Lee ViewedIn a list 2 times09:00 to 15:00')
  await expect.element(dialog.getByText('1 day so far')).toBeVisible()
  await dialog.getByRole('button', { name: 'Show older' }).click()
  await expect.element(day('20 November 2026')).toHaveTextContent('Bo Berg LeftDownloaded12:00')
  await expect.element(dialog.getByText('2 days, all of them')).toBeVisible()
  expect([...requested]).toEqual(['?subject=user%3Au1&seen=true', '?subject=user%3Au1&seen=true&cursor=c1'])
})

test('a user whom no one has seen', async () => {
  isEmpty = true
  await page.getByRole('button', { name: 'Who has seen this' }).click()
  await expect.element(dialog.getByText('No one has seen this yet.')).toBeVisible()
})

test('an export of one person fetches what was seen, and is saved when it is whole', async () => {
  await page.getByRole('button', { name: 'Who has seen this' }).click()
  await dialog.getByRole('button', { name: 'Export' }).click()
  const exporting = page.getByRole('dialog', { name: 'Export', exact: true })
  await expect.element(exporting.getByText(/^Everyone who has seen the data of Siân Llewellyn\./)).toBeVisible()
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
  // the password is requested and not given
  await exporting.getByRole('button', { name: 'Export' }).click()
  await expect.poll(() => bodies.length).toBe(2)
  await expect.element(exporting.getByRole('button', { name: 'Export' })).toBeEnabled()
  await expect.element(exporting.getByText('The export failed. Nothing was saved.')).not.toBeInTheDocument()
  // the first one is cut off
  await exporting.getByRole('button', { name: 'Export' }).click()
  await expect.element(exporting.getByText('The export failed. Nothing was saved.')).toBeVisible()
  expect(saved).toEqual([])
  await exporting.getByRole('button', { name: 'Export' }).click()
  await expect.element(exporting.getByText('The file has been saved.')).toBeVisible()
  HTMLAnchorElement.prototype.click = click
  expect(saved).toEqual([expect.stringMatching(/^who-has-seen-user-u1-\d{4}-\d\d-\d\d\.ndjson$/)])
  expect([...requested].at(-1)).toBe('?subject=user%3Au1&seen=true&format=ndjson')
})

test('a long export shows its progress, and ends by Cancel', async () => {
  await page.getByRole('button', { name: 'Who has seen this' }).click()
  await dialog.getByRole('button', { name: 'Export' }).click()
  const exporting = page.getByRole('dialog', { name: 'Export', exact: true })
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
