import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { whenGone } from './when-gone.ts'

test('the signal of a caller who disconnects is aborted, and that of one who gets the response is not', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const signals: AbortSignal[] = []
  const asked = Promise.withResolvers<void>()
  app.get('/answered', async (_request, reply) => {
    signals.push(whenGone(reply))
    return 'done'
  })
  app.get('/waiting', async (_request, reply) => {
    const gone = whenGone(reply)
    signals.push(gone)
    asked.resolve()
    await once(gone, 'abort')
    gone.throwIfAborted()
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  expect(await (await fetch(`http://127.0.0.1:${port}/answered`)).text()).toBe('done')
  const socket = connect(Number(port), '127.0.0.1').end('GET /waiting HTTP/1.1\r\nHost: x\r\n\r\n')
  await asked.promise
  socket.destroy()
  const [answered, waiting] = signals
  if (waiting?.aborted === false) await once(waiting, 'abort')
  expect(waiting?.reason).toMatchObject({ code: 'conflict' })
  expect(answered?.aborted).toBe(false)
})
