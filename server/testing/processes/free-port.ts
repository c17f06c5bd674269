import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports below those that systems choose themselves, which may be in use again before the caller listens. */
const [lowest, highest] = [20_000, 32_000]

/** A loopback port on which nothing listens at the moment. */
export async function freePort(): Promise<number> {
  const port = randomInt(lowest, highest)
  return await listenAndStop(port).then(
    () => port,
    () => freePort(),
  )
}

async function listenAndStop(port: number): Promise<void> {
  const server = createServer()
  await once(server.listen({ host: '127.0.0.1', port }), 'listening')
  await once(server.close(), 'close')
}
