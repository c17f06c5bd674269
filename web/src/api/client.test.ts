import { endpoint } from '@health-console/contract/http/endpoint.ts'
import { confirmIdentity } from '@health-console/contract/staff/sessions.ts'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { call } from './client.ts'
import { answerSignIn, onSessionEnd, reportSessionRenewal } from './session-events.ts'

const whoAmI = endpoint({
  name: 'whoAmI',
  method: 'GET',
  path: '/v1/who',
  summary: 'Who calls',
  response: z.object({ data: z.string() }),
})

afterEach(() => vi.unstubAllGlobals())

test('a request rejected with 401 is repeated when the session is renewed while the response arrives', async () => {
  const rejection = new TransformStream<Uint8Array, Uint8Array>()
  const answers = [new Response(rejection.readable, { status: 401 }), new Response('{"data":"who"}')]
  vi.stubGlobal('fetch', async () => answers.shift())
  const answer = call(whoAmI, {})
  // The headers of the rejection have arrived, but its body has not.
  await new Promise((resolve) => setTimeout(resolve))
  reportSessionRenewal()
  const writer = rejection.writable.getWriter()
  void writer.write(new TextEncoder().encode('{"error":{"code":"unauthenticated","message":"Sign in to continue."}}'))
  void writer.close()
  await expect(answer).resolves.toEqual({ data: 'who' })
})

test('a request in progress while the identity is confirmed is repeated once the new token arrives', async () => {
  const rejection = Response.json({ error: { code: 'unauthenticated', message: 'x' } }, { status: 401 })
  const confirmed = Promise.withResolvers<Response>()
  const requested: string[] = []
  let isRenewed = false
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url)
    if (url === confirmIdentity.path) return confirmed.promise
    return isRenewed ? new Response('{"data":"who"}') : rejection
  })
  const confirming = call(confirmIdentity, { body: { password: 'x' } }, { renews: true })
  await vi.waitFor(() => expect(requested).toHaveLength(1))
  const early = call(whoAmI, {})
  // The rejection of the old token arrives before the new token.
  await vi.waitFor(() => expect(rejection.bodyUsed).toBe(true))
  await new Promise((resolve) => setTimeout(resolve))
  expect(requested).toEqual([confirmIdentity.path, whoAmI.path])
  isRenewed = true
  confirmed.resolve(new Response(null, { status: 204 }))
  await expect(early).resolves.toEqual({ data: 'who' })
  await confirming
  expect(requested).toEqual([confirmIdentity.path, whoAmI.path, whoAmI.path])
})

test('after the session has ended, a confirmation and a concurrent request are both rejected', async () => {
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

test('a request rejected because the session ended is repeated once after the sign-in, and fails when the page is left', async () => {
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

test('a server error includes its request ID; a rejection does not', async () => {
  const reject = (code: string, message: string, status: number) =>
    vi.stubGlobal('fetch', async () => Response.json({ error: { code, message, requestId: 'r-1' } }, { status }))
  const errorOf = () => call(whoAmI, {}).catch((error: unknown) => error)
  reject('internal', 'Something went wrong on the server.', 500)
  expect(await errorOf()).toMatchObject({ message: 'Something went wrong on the server.', requestId: 'r-1' })
  reject('unavailable', 'The database can’t be reached.', 503)
  expect(await errorOf()).toMatchObject({ message: 'The database can’t be reached.', requestId: 'r-1' })
  reject('conflict', 'Taken.', 409)
  expect(await errorOf()).toMatchObject({ message: 'Taken.', requestId: undefined })
})

test('an error message is used with or without a code; a response outside the contract is an error', async () => {
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
