import { afterEach, expect, test, vi } from 'vitest'
import { confirmOnce } from './confirm-once.ts'

afterEach(() => vi.unstubAllGlobals())

test("a page that mounts twice, as in React's strict mode, uses its link once", async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, request: RequestInit) => {
    sent.push(JSON.parse(request.body as string))
    return new Response(null, { status: 204 })
  })
  await Promise.all([confirmOnce('first'), confirmOnce('first')])
  await confirmOnce('first')
  await confirmOnce('second')
  expect(sent).toEqual([{ id: 'first' }, { id: 'second' }])
})
