import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'

export type RawAnswer = {
  status: number
  headers: Headers
  body: string
  /** The bytes after it. */
  rest: string
}

/**
 * Sends raw bytes, for requests that no client would send, and returns everything that the server sends back.
 * @param isWhole false if the server could wait for more: the connection is then half-closed
 */
export async function sendRaw(app: FastifyInstance, request: string, isWhole = true): Promise<string> {
  const socket = connect(portOf(app), '127.0.0.1')
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => (received += text))
  // A rejected request gets its response before it has been read to its end.
  socket.on('error', () => socket.destroy())
  if (isWhole) socket.write(request, 'latin1')
  else socket.end(request, 'latin1')
  await new Promise((resolve) => socket.once('close', resolve))
  return received
}

/** The first response; undefined if the connection was closed without one. */
export function readAnswer(received: string): RawAnswer | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [statusLine = '', ...lines] = received.slice(0, end).split('\r\n')
  const headers = new Headers(lines.map((line): [string, string] => [line.split(':', 1)[0] ?? '', after(line, ':')]))
  const body = received.slice(end + 4)
  const length = Number(headers.get('content-length') ?? body.length)
  return { status: Number(statusLine.split(' ')[1]), headers, body: body.slice(0, length), rest: body.slice(length) }
}

const after = (text: string, mark: string) => text.slice(text.indexOf(mark) + 1).trim()

export function portOf(app: FastifyInstance): number {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The app does not listen')
  return address.port
}
