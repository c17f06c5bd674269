import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Listens and stops, so that a taken port is noticed before anything else is done.
 * @throws Error as the server's own listening would
 */
export async function checkPort(place: { host: string; port: number }): Promise<void> {
  const server = createServer()
  await once(server.listen(place), 'listening')
  await once(server.close(), 'close')
}
