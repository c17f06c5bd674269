import { listAdmins } from '@health-console/contract/admins.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { queryKeyOf } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { sessionQuery } from '../../api/session-query.ts'
import { centreOf } from '../../testing/double-click.ts'
import { render } from '../../testing/render.tsx'
import { IdleWarning } from './idle-warning.tsx'

afterEach(() => vi.unstubAllGlobals())

test('pressing "Log out" on the way back logs out: fetching the session does not remove the button', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ data: {} }))
  const onLogOut = vi.fn<() => void>()
  render(
    <QueryClientProvider client={queryClient}>
      <IdleWarning idleSeconds={120.5} isPaused={false} onLogOut={onLogOut} />
    </QueryClientProvider>,
  )
  const button = page.getByRole('button', { name: 'Log out' })
  await expect.element(button).toBeVisible()
  const at = { ...centreOf(button), button: 'left', clickCount: 1 } as const
  await cdp().send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at })
  // the window comes to the front, and the server answers before the finger is up
  window.dispatchEvent(new FocusEvent('focus'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  await cdp().send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at })
  await expect.poll(() => onLogOut.mock.calls.length).toBe(1)
})

test.each([
  ['its window gets the focus', () => window.dispatchEvent(new FocusEvent('focus'))],
  ['it is shown', () => document.dispatchEvent(new Event('visibilitychange'))],
])('a name that was changed elsewhere is fetched when %s, for the list of admins too', async (_when, comeBack) => {
  const session = { user: { fullName: 'Old' } }
  queryClient.setQueryData(sessionQuery.queryKey, session as never)
  queryClient.setQueryData(queryKeyOf(listAdmins), {})
  vi.stubGlobal('fetch', async () => Response.json({ data: { user: { fullName: 'New' } } }))
  render(
    <QueryClientProvider client={queryClient}>
      <IdleWarning idleSeconds={900} isPaused={false} onLogOut={() => {}} />
    </QueryClientProvider>,
  )
  comeBack()
  await expect.poll(() => queryClient.getQueryData(sessionQuery.queryKey)?.user.fullName).toBe('New')
  await expect.poll(() => queryClient.getQueryState(queryKeyOf(listAdmins))?.isInvalidated).toBe(true)
  queryClient.clear()
})
