import { getMe } from '@health-console/contract/sessions.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { call } from './client.ts'
import { reportSessionRenewal } from './session-events.ts'

afterEach(() => vi.unstubAllGlobals())

test('a call refused with 401 is repeated when the session is renewed while the answer arrives', async () => {
  const refusal = new TransformStream<Uint8Array, Uint8Array>()
  const answers = [new Response(refusal.readable, { status: 401 }), new Response('{"data":"who"}')]
  vi.stubGlobal('fetch', async () => answers.shift())
  const answer = call(getMe, {})
  // the headers of the refusal have arrived, its body has not
  await new Promise((resolve) => setTimeout(resolve))
  reportSessionRenewal()
  const writer = refusal.writable.getWriter()
  void writer.write(new TextEncoder().encode('{"error":{"code":"unauthenticated","message":"Sign in to continue."}}'))
  void writer.close()
  await expect(answer).resolves.toEqual({ data: 'who' })
})
