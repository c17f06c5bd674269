import { once } from 'node:events'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { portOf, type RawAnswer, readAnswer } from './raw-request.ts'

/** Opens a connection that begins a request and then keeps sending single bytes at intervals. */
export async function sendSlowly(app: FastifyInstance, start: string, everyMs = 20) {
  const socket = connect(portOf(app), '127.0.0.1')
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => (received += text))
  socket.on('error', () => socket.destroy())
  const closed = new Promise((resolve) => socket.once('close', resolve))
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  if (start !== '') socket.write(start)
  const timer = everyMs > 0 ? setInterval(() => socket.write('a'), everyMs) : undefined
  void closed.then(() => clearInterval(timer))

  return {
    socket,
    isOpen: () => !socket.destroyed,
    /** Waits until the server has closed the connection. */
    async untilClosed(): Promise<RawAnswer | undefined> {
      await closed
      return readAnswer(received)
    },
  }
}
