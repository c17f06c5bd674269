import { endpoint } from '@health-console/contract/http/endpoint.ts'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import * as z from 'zod/mini'
import { render } from '../testing/render.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { call, queryOptionsFor } from './client.ts'
import { queryClient } from './query-client.ts'
import { useFailedQuery } from './use-failed-query.ts'

const listThings = endpoint({
  name: 'listThings',
  method: 'GET',
  path: '/v1/things',
  summary: 'All things',
  response: z.object({ data: z.object({}) }),
})

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

/** A component beside the list that shows nothing when it fails. */
function Aside() {
  const query = useQuery({ queryKey: ['aside'], queryFn: async () => (await call(listThings, {})).data })
  return query.data && <p>the aside</p>
}

function List() {
  const query = useQuery(queryOptionsFor(listThings, {}))
  const failed = useFailedQuery(query)
  return (
    <main>
      <h1 tabIndex={-1}>List</h1>
      <input aria-label="Search" />
      <Aside />
      {failed ? <ErrorPanel title="Failed" {...failed} /> : <p>{query.data ? 'the rows' : 'loading'}</p>}
    </main>
  )
}

const tryAgain = page.getByRole('button', { name: 'Try again' })
const rows = page.getByText('the rows')

/** A list that failed because there was no network, which is available now. */
async function openFailed() {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  render(
    <QueryClientProvider client={queryClient}>
      <List />
    </QueryClientProvider>,
  )
  await expect.element(tryAgain).toBeVisible()
  vi.stubGlobal('fetch', async () => Response.json({ data: {} }))
}

test('a query that failed without a network is retried when the browser is online, and the focus of a user who types stays', async () => {
  await openFailed()
  const search = page.getByRole('textbox', { name: 'Search' })
  await search.fill('typed')
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  await expect.element(rows).toBeVisible()
  await expect.element(page.getByText('the aside')).toBeVisible()
  await expect.element(search).toHaveFocus()
})

test.each([
  ['pressed', () => tryAgain.click()],
  [
    'focused when the browser is online',
    async () => {
      ;(tryAgain.element() as HTMLElement).focus()
      window.dispatchEvent(new Event('online'))
    },
  ],
])('after "Try again" was %s, the heading has the focus', async (_what, retry) => {
  await openFailed()
  await retry()
  await expect.element(rows).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'List' })).toHaveFocus()
})

test('a server error is not retried automatically', async () => {
  const error = { code: 'internal', message: 'No.', requestId: 'r' }
  const fetch = vi.fn<() => Promise<Response>>(async () => Response.json({ error }, { status: 500 }))
  vi.stubGlobal('fetch', fetch)
  render(
    <QueryClientProvider client={queryClient}>
      <List />
    </QueryClientProvider>,
  )
  await expect.element(tryAgain).toBeVisible()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  const before = fetch.mock.calls.length
  window.dispatchEvent(new Event('online'))
  await tryAgain.click()
  await expect.poll(() => fetch.mock.calls.length).toBe(before + 1)
})
