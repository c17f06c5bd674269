import { pageMeta } from '@health-console/contract/http/paging.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import type { FindingsState } from './page-state.ts'
import { UnusualAccessPage } from './unusual-access-page.tsx'

const finding = {
  id: 'f-1',
  day: '2026-11-19',
  firstDay: '2026-11-01',
  admin: { id: 'tal', name: 'Tal Ben-David', hasLeft: false, color: 'mist-teal' },
  user: { id: 'u-1', memberId: 'HM-1' },
  why: { rule: 'alone', days: 6 },
  entries: 9,
  isOwn: false,
  answer: null,
}
const { fetch } = window
afterEach(() => void (window.fetch = fetch))

function open(checks: object, data: object[] = [finding], total = data.length) {
  const sent: unknown[] = []
  window.fetch = async (input, init) => {
    const url = new URL(input as string, window.location.href)
    if (init?.method === 'POST') {
      sent.push(JSON.parse(init.body as string))
      return new Response(null, { status: 204 })
    }
    if (url.pathname.endsWith('/access-findings')) {
      const page = Number(url.searchParams.get('page'))
      return Response.json({ data, meta: pageMeta(page, 20, total), checks })
    }
    return Response.json({ data: [], meta: { nextCursor: null, newestCursor: null, toReview: 0 } })
  }
  const root = createRootRoute({ component: Outlet })
  const path = (at: string) => createRoute({ getParentRoute: () => root, path: at, component: Page })
  function Page() {
    const [state, setState] = useState<FindingsState>({})
    return <UnusualAccessPage state={state} onState={setState} />
  }
  const router = createRouter({
    routeTree: root.addChildren([path('/audit'), path('/audit/review')]),
    history: createMemoryHistory({ initialEntries: ['/audit/review'] }),
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return sent
}

const on = { isOn: true, open: 1, checkedAt: '2026-11-20T02:10:00.000Z', hasOthers: true }

test('[review-11] a finding names the admin, the user and the rule, and is answered with a sentence', async () => {
  const sent = open(on)
  await expect
    .element(
      page.getByRole('row', { name: /Tal Ben-David Viewed .?HM-1.? on 6 days within 30, while no one else did/ }),
    )
    .toBeVisible()
  await page.getByRole('button', { name: '19 November, Tal Ben-David' }).click()
  await expect.element(page.getByRole('link', { name: 'Show all 9 entries' })).toBeVisible()
  const explained = page.getByRole('button', { name: 'Explained' })
  await expect.element(explained).toHaveAttribute('aria-disabled', 'true')
  await explained.click({ force: true })
  await expect.element(page.getByLabelText('What was it?')).toHaveFocus()
  // A pasted text that is too long is not cut without a word.
  await page.getByLabelText('What was it?').fill('Weekly call '.repeat(17))
  await explained.click()
  await expect.element(page.getByText('At most 200 characters')).toBeVisible()
  await expect.element(page.getByLabelText('What was it?')).toHaveFocus()
  await page.getByLabelText('What was it?').fill('Weekly call')
  await page.getByRole('button', { name: 'Follow up' }).click()
  await expect.poll(() => sent).toEqual([{ kind: 'follow_up', sentence: 'Weekly call' }])
})

test('before the first check, the page does not say that there is nothing to review', async () => {
  open({ ...on, open: 0, checkedAt: null }, [])
  await expect.element(page.getByText('Not checked yet')).toBeVisible()
  await expect.element(page.getByText('Nothing to review')).not.toBeInTheDocument()
})

test('a finding about oneself has no field, and a single super admin is told so', async () => {
  open({ ...on, hasOthers: false }, [{ ...finding, isOwn: true }])
  await page.getByRole('button', { name: /Tal Ben-David/ }).click()
  await expect.element(page.getByText('You’re the only super admin, so no one can answer this')).toBeVisible()
  await expect.element(page.getByLabelText('What was it?')).not.toBeInTheDocument()
})

test('while it is off, the page is the list of rules with the name of the setting', async () => {
  open({ ...on, isOn: false }, [])
  await expect.element(page.getByText('UNUSUAL_ACCESS')).toBeVisible()
  await expect.element(page.getByText('One user, many days:')).toBeVisible()
})

test('[review-11] many findings are in pages', async () => {
  open(on, [finding], 45)
  await expect.element(page.getByText('Showing 1-20 of 45 results')).toBeVisible()
  await page.getByRole('link', { name: 'Page 3' }).click()
  await expect.element(page.getByText('Showing 41-45 of 45 results')).toBeVisible()
})
