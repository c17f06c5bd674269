import { endpoint } from '@health-console/contract/endpoint.ts'
import { confirmIdentity } from '@health-console/contract/sessions.ts'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { call } from './client.ts'
import { faultIdOf, withReference } from './errors.ts'
import { answerSignIn, onSessionEnd, reportSessionRenewal } from './session-events.ts'

const whoAmI = endpoint({
  name: 'whoAmI',
  method: 'GET',
  path: '/v1/who',
  summary: 'Who calls',
  response: z.object({ data: z.string() }),
})

afterEach(() => vi.unstubAllGlobals())

test('a call refused with 401 is repeated when the session is renewed while the answer arrives', async () => {
  const refusal = new TransformStream<Uint8Array, Uint8Array>()
  const answers = [new Response(refusal.readable, { status: 401 }), new Response('{"data":"who"}')]
  vi.stubGlobal('fetch', async () => answers.shift())
  const answer = call(whoAmI, {})
  // The headers of the rejection have arrived, but its body has not.
  await new Promise((resolve) => setTimeout(resolve))
  reportSessionRenewal()
  const writer = refusal.writable.getWriter()
  void writer.write(new TextEncoder().encode('{"error":{"code":"unauthenticated","message":"Sign in to continue."}}'))
  void writer.close()
  await expect(answer).resolves.toEqual({ data: 'who' })
})

test('a call that was under way while the identity is confirmed is repeated once the new token is there', async () => {
  const refusal = () => Response.json({ error: { code: 'unauthenticated', message: 'x' } }, { status: 401 })
  const confirmed = Promise.withResolvers<Response>()
  const requested: string[] = []
  let isRenewed = false
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url)
    if (url === confirmIdentity.path) return confirmed.promise
    return isRenewed ? new Response('{"data":"who"}') : refusal()
  })
  const confirming = call(confirmIdentity, { body: { password: 'x' } }, { renews: true })
  await vi.waitFor(() => expect(requested).toHaveLength(1))
  const early = call(whoAmI, {})
  // The rejection of the old token arrives before the new token.
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(requested).toEqual([confirmIdentity.path, whoAmI.path])
  isRenewed = true
  confirmed.resolve(new Response(null, { status: 204 }))
  await expect(early).resolves.toEqual({ data: 'who' })
  await confirming
  expect(requested).toEqual([confirmIdentity.path, whoAmI.path, whoAmI.path])
})

test('where the session has ended, a confirmation and the call beside it are refused', async () => {
  const requested: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url)
    return Response.json({ error: { code: 'unauthenticated', message: 'x' } }, { status: 401 })
  })
  const calls = [call(confirmIdentity, { body: { password: 'x' } }, { renews: true }), call(whoAmI, {})]
  const outcomes = await Promise.allSettled(calls)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(requested.length).toBeLessThan(4)
})

test('what was refused because the session ended is done once after the sign-in, and fails when the page is left', async () => {
  const requested: string[] = []
  let isSignedIn = false
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url)
    if (isSignedIn) return new Response('{"data":"done"}')
    return Response.json({ error: { code: 'unauthenticated', message: 'x' } }, { status: 401 })
  })
  const onEnd = vi.fn<() => void>()
  const stopListening = onSessionEnd(onEnd)
  const repeated = call(whoAmI, {})
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce())
  isSignedIn = true
  answerSignIn(true)
  await expect(repeated).resolves.toEqual({ data: 'done' })
  expect(requested).toEqual([whoAmI.path, whoAmI.path])

  isSignedIn = false
  const dropped = call(whoAmI, {})
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledTimes(2))
  answerSignIn(false)
  await expect(dropped).rejects.toMatchObject({ status: 401 })
  expect(requested).toHaveLength(3)
  stopListening()
})

test('a fault of the server names its request, also beside a text of ours; a refusal does not', async () => {
  const refuse = (code: string, message: string, status: number) =>
    vi.stubGlobal('fetch', async () => Response.json({ error: { code, message, requestId: 'r-1' } }, { status }))
  const errorOf = () => call(whoAmI, {}).catch((error: unknown) => error)
  refuse('internal', 'Something went wrong on the server.', 500)
  const fault = await errorOf()
  expect(fault).toMatchObject({ message: 'Something went wrong on the server. (request r-1)' })
  expect(withReference('Failed to fetch users', fault)).toBe('Failed to fetch users (request r-1)')
  refuse('unavailable', 'The database cannot be reached.', 503)
  const outage = await errorOf()
  expect(outage).toMatchObject({ message: 'The database cannot be reached. (request r-1)' })
  expect(faultIdOf(outage)).toBe('r-1')
  refuse('conflict', 'Taken.', 409)
  const refusal = await errorOf()
  expect(refusal).toMatchObject({ message: 'Taken.' })
  expect(withReference('Failed to fetch users', refusal)).toBe('Failed to fetch users')
  expect(faultIdOf(refusal)).toBeUndefined()
})

test('the message of an error counts with or without a code; an answer that is none of the contract is an error', async () => {
  const errorOf = () => call(whoAmI, {}).catch((error: unknown) => error)
  vi.stubGlobal('fetch', async () => Response.json({ error: { message: 'Closed for the night.' } }, { status: 403 }))
  expect(await errorOf()).toMatchObject({ message: 'Closed for the night.', hasMessage: true, code: 'unknown' })
  vi.stubGlobal('fetch', async () => Response.json({ error: { code: 'conflict' } }, { status: 409 }))
  expect(await errorOf()).toMatchObject({ message: 'The server returned an error (409).', hasMessage: false })
  for (const body of ['{"data":{}}', 'null', '<h1>Hello</h1>', '']) {
    vi.stubGlobal('fetch', async () => new Response(body))
    expect(await errorOf()).toMatchObject({ message: 'We couldn’t read the server’s response.' })
  }
})
