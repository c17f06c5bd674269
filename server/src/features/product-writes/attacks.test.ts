import { gzipSync } from 'node:zlib'
import type { Scope } from '@health-console/contract/staff/scopes.ts'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { portOf, readAnswer, sendRaw } from '../../../testing/http/raw-request.ts'
import { sendSlowly } from '../../../testing/http/slow-sender.ts'
import { type Machine, withToken } from '../../../testing/service-accounts.ts'

const scopes: Scope[] = ['users:write', 'reports:write']
const ndjson = { 'content-type': 'application/x-ndjson' }

async function start(options: Parameters<typeof buildTestApp>[1] = {}, input = scopes) {
  /**
   * Requests that have reached their handler, whose body has arrived, and whose client has disconnected or received its
   * response.
   */
  const counts = { handled: 0, received: 0, closed: 0 }
  let gate = Promise.resolve()
  const watch: typeof options.watch = (app) => {
    app.addHook('preHandler', async ({ raw }, reply) => {
      raw.once('end', () => (counts.received += 1))
      reply.raw.once('close', () => (counts.closed += 1))
      counts.handled += 1
      await gate
    })
  }
  /** Lets requests proceed as far as their handler. @returns a function that lets them enter it */
  const closeGate = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    return resolve
  }
  const testApp = await buildTestApp({}, { ...options, watch })
  const machine = await withToken(testApp, input)
  const post = (body: string | Buffer, headers: Record<string, string> = {}, url = '/machine/v1/users') =>
    testApp.app.inject({ method: 'POST', url, headers: { ...machine.headers, ...ndjson, ...headers }, body })
  return { testApp, machine, post, counts, closeGate }
}

const ids = async ({ context: { db } }: TestApp) =>
  (await db.selectFrom('endUsers').select('id').orderBy('id').execute()).map(({ id }) => id)
const line = (id: string) => `{"id":"${id}"}\n`
const gzip = { 'content-encoding': 'gzip' }
/** This only limits a test that hangs. */
const patience = { timeout: 60_000, interval: 300 }

test('a gzip bomb is rejected at the limit, and nothing of it is written', async () => {
  const { testApp, post } = await start()
  const bomb = gzipSync(Buffer.concat([Buffer.from(line('a')), Buffer.alloc(40 * 2 ** 20, 0x20)]))
  expect(bomb.length).toBeLessThan(60 * 1024)
  const answer = await post(bomb, gzip)
  expect([answer.statusCode, answer.json().error.message]).toEqual([
    413,
    'The body has more than 8 MiB. Nothing was written. Send it in parts.',
  ])
  expect(await ids(testApp)).toEqual([])
})

test('[service-accounts-10] the limits are 8 MiB and 5,000 lines, with and without gzip', async () => {
  const { testApp, post } = await start()
  const most = Array.from({ length: 5_000 }, () => '\n').join('')
  expect((await post(most)).statusCode).toBe(200)
  const more = gzipSync(`${most}\n`)
  const answers = [await post(`${most} `), await post(more, gzip), await post(more, { 'content-encoding': 'X-Gzip' })]
  for (const answer of answers)
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      413,
      'The body has more than 5,000 lines. Nothing was written. Send it in parts.',
    ])
  const padded = (bytes: number) => line('a') + ' '.repeat(bytes - line('a').length - 1) + '\n'
  expect((await post(padded(8 * 2 ** 20 + 1))).statusCode).toBe(413)
  expect((await post(padded(8 * 2 ** 20))).json()).toMatchObject({ applied: 1 })
  expect(await ids(testApp)).toEqual(['a'])
})

test('8 kB that decompress to millions of levels or values are rejected by their line, and the other lines are written', async () => {
  const { testApp, post } = await start()
  const bombs = ['['.repeat(4_000_000), `{"id":"b","lastName":[${'{},'.repeat(1_000_000)}0]}`]
  for (const bomb of bombs) {
    const body = gzipSync(`${bomb}\n${line('a')}`)
    expect(body.length).toBeLessThan(9 * 1024)
    const answer = await post(body, gzip)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      207,
      { lineErrors: [{ line: 1, id: null, code: 'invalid' }] },
    ])
  }
  expect(await ids(testApp)).toEqual(['a'])
})

test('incomplete gzip is rejected, also if lines follow its end', async () => {
  const { testApp, post } = await start()
  const whole = gzipSync(line('a'))
  for (const body of [Buffer.from(line('a')), whole.subarray(0, -4), Buffer.concat([whole, Buffer.from(line('b'))])])
    expect((await post(body, gzip)).statusCode).toBe(400)
  expect(await ids(testApp)).toEqual([])
  // Two gzip members are one body: https://www.rfc-editor.org/rfc/rfc1952#section-2.2
  expect((await post(Buffer.concat([whole, gzipSync(line('b'))]), gzip)).json()).toMatchObject({ applied: 2 })
  for (const encoding of ['br', 'deflate', 'gzip, gzip'])
    expect((await post(whole, { 'content-encoding': encoding })).statusCode).toBe(415)
})

test('no line can be hidden inside another: only line feeds end lines, and keys and ids are what they look like', async () => {
  const { testApp, post } = await start()
  const smuggled = [
    '{"id":"a"}\r{"id":"b"}\n',
    '{"id":"a"}\u2028{"id":"b"}\n',
    '{"id":"a"} {"id":"b"}\n',
    '{"id":"a\\n{\\"id\\":\\"b\\"}"}\n',
    '{"id":"a","id":"b"}\n',
    '{"id":"a","__proto__":{"id":"b"}}\n',
    '[{"id":"a"},{"id":"b"}]\n',
    '{"id":"a\\u200b"}\n',
    '{"id":"a","lastName":"\\u0000"}\n',
  ]
  for (const body of smuggled) expect([body, (await post(body)).statusCode]).toEqual([body, 422])
  expect(await ids(testApp)).toEqual([])
})

test('two lengths in one request are rejected before its lines are read', async () => {
  const { testApp, machine } = await start()
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const head = `POST /machine/v1/users HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nAuthorization: ${machine.headers.authorization}\r\nConnection: close\r\n`
  const answer = readAnswer(
    await sendRaw(testApp.app, `${head}Content-Length: 11\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${line('a')}`),
  )
  expect(answer?.status).toBe(400)
  expect(await ids(testApp)).toEqual([])
})

test('each scope gives access only to its own endpoint, and a cookie to none', async () => {
  const { testApp, post } = await start({}, ['reports:write'])
  expect((await post(line('a'))).json().error.code).toBe('insufficient_scope')
  expect((await post('', {}, '/machine/v1/reports')).statusCode).toBe(200)
  const eraser = await withToken(testApp, ['users:erase'])
  for (const url of ['/machine/v1/users', '/machine/v1/reports'])
    expect((await post(line('a'), eraser.headers, url)).statusCode).toBe(403)
  const erased = await testApp.app.inject({
    method: 'DELETE',
    url: '/machine/v1/users/a?reason=x',
    headers: { ...eraser.headers, authorization: 'Bearer no' },
  })
  expect(erased.statusCode).toBe(401)
  expect(await ids(testApp)).toEqual([])
})

test('other content types are rejected, with the one to send', async () => {
  const { post } = await start()
  for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
    const answer = await post(line('a'), { 'content-type': type })
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      415,
      'The content type is not supported. Send application/x-ndjson.',
    ])
  }
})

test('a request with a slow body is ended, and nothing of it is written', async () => {
  const { testApp, machine } = await start({ limits: { bodyMs: 200, headersMs: 300_000 } })
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const sender = await sendSlowly(testApp.app, begin(machine))
  expect((await sender.untilClosed())?.status).toBe(408)
  expect(await ids(testApp)).toEqual([])
})

test('a third batch of a token is rejected before it is read, until another has ended; other tokens are not affected', async () => {
  const { testApp, machine, post, counts } = await start()
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const senders = [await sendSlowly(testApp.app, begin(machine), 0), await sendSlowly(testApp.app, begin(machine), 0)]
  const messageOf = async () => (await post('')).json().error?.message
  await expect.poll(() => counts.handled, patience).toBe(2)
  expect(await messageOf()).toBe('This token already has two requests in progress. Try again in 1 second.')
  const rejected = await fetch(`http://127.0.0.1:${portOf(testApp.app)}/machine/v1/users`, {
    method: 'POST',
    headers: { ...machine.headers, ...ndjson },
    body: line('z').repeat(700_000),
  })
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '1'])
  const other = await withToken(testApp, scopes)
  expect((await post(line('b'), other.headers)).statusCode).toBe(200)
  senders[0]?.socket.destroy()
  await expect.poll(messageOf, patience).toBe(undefined)
  expect(await ids(testApp)).toEqual(['b'])
})

test('a disconnected client counts towards the limits until its work stops at the next transaction', async () => {
  const { testApp, machine, post, counts, closeGate } = await start()
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const senders = [
    await sendSlowly(testApp.app, begin(machine, 'a'), 0),
    await sendSlowly(testApp.app, begin(machine, 'b'), 0),
  ]
  await expect.poll(() => counts.handled, patience).toBe(2)
  const openGate = closeGate()
  const third = post(line('c'))
  await expect.poll(() => counts.handled, patience).toBe(3)
  const { db, engine } = testApp.context
  await db.transaction().execute(async (transaction) => {
    await engine.serialize(transaction, 'erasures')
    for (const { socket } of senders) socket.write(' '.repeat(bodyBytes - line('a').length - 1) + '\n')
    await expect.poll(() => counts.received, patience).toBe(2)
    for (const { socket } of senders) socket.destroy()
    await expect.poll(() => counts.closed, patience).toBe(2)
    openGate()
  })
  expect((await third).statusCode).toBe(429)
  await expect.poll(async () => (await post('')).statusCode, patience).toBe(200)
  // Whichever came first had already begun its transaction. The other one had not.
  expect(await ids(testApp)).toHaveLength(1)
})

test('a token that was revoked while its batch arrived writes nothing', async () => {
  const { testApp, machine, counts } = await start()
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const sender = await sendSlowly(testApp.app, begin(machine), 0)
  const { db, now } = testApp.context
  await expect.poll(() => counts.handled, patience).toBe(1)
  await db
    .updateTable('serviceTokens')
    .set({ revokedAtMs: now() - 1 })
    .execute()
  sender.socket.write(' '.repeat(bodyBytes - line('a').length - 1) + '\n')
  expect((await sender.untilClosed())?.status).toBe(401)
  expect(await ids(testApp)).toEqual([])
})

test('a token’s requests run out and become available again with time', async () => {
  const { testApp, post } = await start()
  testApp.freeze()
  const answers: number[] = []
  for (let call = 0; call < 61; call += 1) answers.push((await post('')).statusCode)
  expect([answers.indexOf(429), answers.filter((status) => status === 200).length]).toEqual([60, 60])
  testApp.advance(100)
  expect([(await post('')).statusCode, (await post('')).statusCode]).toEqual([200, 429])
})

const bodyBytes = 60_000
const begin = ({ headers }: Machine, id = 'a') =>
  `POST /machine/v1/users HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/x-ndjson\r\nAuthorization: ${headers.authorization}\r\nContent-Length: ${bodyBytes}\r\n\r\n${line(id)}`
