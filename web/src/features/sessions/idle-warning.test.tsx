import { listAdmins } from '@health-console/contract/staff/admins.ts'
import type { EndpointResponse } from '@health-console/contract/http/endpoint.ts'
import type { getMe } from '@health-console/contract/staff/sessions.ts'
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

const sessionOf = (fullName: string): EndpointResponse<typeof getMe>['data'] => ({
  user: {
    id: 'a1',
    email: 'ann@example.org',
    fullName,
    role: 'admin',
    color: 'mist-teal',
    createdAt: '',
    expiresAt: '',
  },
  session: { idleSeconds: 900, expiresAt: '2026-11-21T15:00:00.000Z' },
  secondFactor: 'none',
  confirmBy: ['password'],
})

test('pressing "Log out" on returning to the tab logs out, because no response removes the button', async () => {
  const fetched = vi.fn<() => Promise<Response>>(async () => Response.json({ data: {} }))
  vi.stubGlobal('fetch', fetched)
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
  // The window comes to the front before the finger is lifted.
  window.dispatchEvent(new FocusEvent('focus'))
  await cdp().send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at })
  await expect.poll(() => onLogOut.mock.calls.length).toBe(1)
  expect(fetched).not.toHaveBeenCalled()
})

test.each([
  ['its window gets the focus', () => window.dispatchEvent(new FocusEvent('focus'))],
  ['it is shown', () => document.dispatchEvent(new Event('visibilitychange'))],
])('a name that was changed elsewhere is fetched when %s, also for the list of admins', async (_when, comeBack) => {
  queryClient.setQueryData(sessionQuery.queryKey, sessionOf('Old'))
  queryClient.setQueryData(queryKeyOf(listAdmins), {})
  vi.stubGlobal('fetch', async () => Response.json({ data: sessionOf('New') }))
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
