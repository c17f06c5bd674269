import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { connectionLimits } from './connection-limits.ts'
import { createConnections } from './connections.ts'

/** Responds with these pieces, and returns what a client receives that begins to read once the server has to wait. */
async function receive(pieces: Iterable<string | Buffer>): Promise<Buffer> {
  const server = createConnections(connectionLimits, pino({ level: 'silent' })).createServer((_request, response) => {
    Readable.from(pieces, { highWaterMark: 1 }).pipe(response)
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const sent = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>
  const call = request({ port: (server.address() as AddressInfo).port, agent: false }).end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  const [, response] = await sent
  const mustWait = () => response.writableFinished || response.writableNeedDrain
  await expect.poll(mustWait).toBe(true)
  return buffer(answer)
}

test('a long text with umlauts reaches a slow reader to its end', async () => {
  // This is more than the buffers of the system contain.
  const pieces = Array.from({ length: 400 }, () => 'é'.repeat(32 * 1024))
  expect((await receive(pieces)).equals(Buffer.from(pieces.join('')))).toBe(true)
})

test('text of any length and bytes arrive as they are', async () => {
  const pieces = ['{"a":"', 'é', '한'.repeat(200 * 1024), Buffer.of(0xff, 0xc3), '😀\uD83D', 'x'.repeat(70_000), '"}']
  const bytes = Buffer.concat(pieces.map((each) => (typeof each === 'string' ? Buffer.from(each) : each)))
  expect((await receive(pieces)).equals(bytes)).toBe(true)
})
